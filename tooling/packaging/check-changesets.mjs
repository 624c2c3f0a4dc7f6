// Reads the pending changesets as a release would, without asking git for a base branch: a clone
// of one commit must be able to check itself too. Throws on a name that no package has.
import { fileURLToPath } from "node:url";
import getReleasePlan from "@changesets/get-release-plan";

const plan = await getReleasePlan(fileURLToPath(new URL("../..", import.meta.url)));
const releases = plan.releases.filter(({ type }) => type !== "none");

for (const { name, oldVersion, newVersion } of releases) {
  console.log(`${name} ${oldVersion} -> ${newVersion}`);
}
const versions = [...new Set(releases.map(({ newVersion }) => newVersion))];
if (versions.length > 1) {
  console.log(
    `Expected one new version, for the packages are "fixed"; got ${versions.join(", ")}.`,
  );
  process.exitCode = 1;
}
