import { expect, test } from "vitest";
import { QrPicture } from "../src/app/qrpicture";

/** Made by another program, python-qrcode 8.2: by row, dark modules are ones. */
const CODE = `1fdf336db7f 10579924941 1747664925d 1752476db5d 174056db65d 10458249241 1fd5555557f 1d7924900 16ef6db6d4b
  1fa54b6db75 10f98924966 1615e249251 14ffca6db2f 9bc44db6c3 4ce404920b 15b8679248a 1265a6db699 1fa19db6dae
  18c3c8924d0 1794212493c 1cf9d576df4 6306f2db75 e402924966 1a16f249251 7d47b6db2c 10b096db6c3 655d24920b
  686649248a 1145c6db699 4006eb6dae 157a45924d0 1e292493c d722fb6df4 1ec36db15 1fd279e4b56 1051e6c9111
  174917ed9ff 1755a69b591 1750e6493ab 1048d4927da 1fdebedb73a`;

test("the code of a text is the one that others make", () => {
  const [light, dark] = QrPicture({ text: "x".repeat(100) }).props.children;
  const found = new Set((dark.props.d as string).split("z").slice(0, -1));

  const rows = CODE.split(/\s+/).map((row) => Number.parseInt(row, 16).toString(2).padStart(41, "0"));
  const expected = rows.flatMap((row, y) =>
    [...row].flatMap((bit, x) => (bit === "1" ? [`M${x + 4} ${y + 4}h1v1h-1`] : [])),
  );
  expect(found).toEqual(new Set(expected));
  expect(light.props.width).toBe(49);
});
