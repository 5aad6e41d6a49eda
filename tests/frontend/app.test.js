import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const root = mkdtempSync(join(tmpdir(), "rankviz-app-"));
after(() => rmSync(root, { recursive: true }));

/** Import the module as served below a folder, as behind a proxy. @param {string} before */
async function served(before) {
  const folder = join(root, before, "api", "stage", "0123456789abcdef0123", "host");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  cpSync(new URL("../../rankviz/board/frontend/stage/host/app.js", import.meta.url), join(folder, "app.js"));
  return import(pathToFileURL(join(folder, "app.js")).href);
}

for (const before of ["", "boosting", "a/b c/d"])
  test(`the module finds the app below "/${before}"`, async () => {
    const { appUrl } = await served(before);
    assert.equal(appUrl("api/run/abc"), pathToFileURL(join(root, before, "api", "run", "abc")).href);
    assert.equal(appUrl(""), `${pathToFileURL(join(root, before)).href.replace(/\/$/, "")}/`);
  });
