import { expect, test } from "vitest";
import { qrCode } from "../src/app/qr";
import known from "./qr.json";

/** The codes were made by another program, python-qrcode 8.2, with the same mask. */
test.each(known)("the code of $text is the one that others make", ({ text, size, rows }) => {
  const dark = rows.map((row) => BigInt(`0x${row}`).toString(2).padStart(size, "0"));
  expect(qrCode(text)?.map((row) => row.map((each) => (each ? "1" : "0")).join(""))).toEqual(dark);
});

test("what is too long has none", () => {
  expect(qrCode("w".repeat(213))).not.toBeNull();
  expect(qrCode("w".repeat(214))).toBeNull();
});
