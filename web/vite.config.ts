import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const SERVER = process.env.ASOBIBA_SERVER ?? "http://127.0.0.1:8000";
const BUILT = "../src/asobiba/online/static";

/** The worker names what was built, so that browsers see a new one with every new version. */
async function nameVersion(): Promise<void> {
  const [page, worker] = [join(BUILT, "index.html"), join(BUILT, "sw.js")];
  const text = await readFile(worker, "utf8");
  const version = createHash("sha256")
    .update(await readFile(page))
    .update(text)
    .digest("hex")
    .slice(0, 12);
  await writeFile(worker, text.replace("BUILT", version));
}

/** Beside every text a .gz and a .br, so that the server need not compress. */
async function compress(): Promise<void> {
  const files = await readdir(BUILT, { recursive: true });
  for (const file of files.filter((name) => /\.(js|css|html|svg|json|webmanifest)$/.test(name))) {
    const path = join(BUILT, file);
    const text = await readFile(path);
    await writeFile(`${path}.gz`, gzipSync(text, { level: 9 }));
    await writeFile(
      `${path}.br`,
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    );
  }
}

/** What always comes together is one file: a browser has six connections, and twenty small files queue for them. */
const TOGETHER = [
  { name: "first", tags: ["$initial" as const], test: /node_modules|src\/(?!main)/, priority: 2 },
  { name: "room", test: /src\/app\/room\.tsx$/, priority: 1 },
];

const finished: Plugin = {
  name: "finished",
  apply: "build",
  async writeBundle() {
    await nameVersion();
    await compress();
  },
};

export default defineConfig({
  plugins: [finished],
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: "manifest.json",
    rolldownOptions: { output: { codeSplitting: { groups: TOGETHER } } },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Tables of the rulebooks are read where they stand.
  server: {
    fs: { allow: [".", "../src/asobiba/games"] },
    proxy: { "/api": SERVER, "/ws": { target: SERVER.replace("http", "ws"), ws: true } },
  },
});
