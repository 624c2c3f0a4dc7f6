// Judges the tarballs that a registry would receive, not the folders they come from.
import { basename } from "node:path";
import { packageFolders } from "../bootstrap/workspace.mjs";
import { checkLoneInstall } from "./lone-install.mjs";
import { withTarballs } from "./pack.mjs";
import { checkTarball } from "./tarball-rules.mjs";

const PROGRAM = "perspt";

const problems = await withTarballs(async (tarballs) => {
  const expected = packageFolders(["packages", "apps"]).length;
  const found = [];
  if (tarballs.length !== expected) {
    found.push(`expected ${expected} tarballs; got ${tarballs.length}`);
  }
  for (const { file, bytes } of tarballs) {
    const { name, problems: own } = await checkTarball(bytes);
    if (name === PROGRAM) own.push(...(await checkLoneInstall(file)));
    found.push(...own.map((text) => `${name} (${basename(file)}): ${text}`));
  }
  return found;
});

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
