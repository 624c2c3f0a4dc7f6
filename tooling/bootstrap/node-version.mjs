import { readFileSync } from "node:fs";

/** Ends the process with an explanation when this Node is older than the workspace supports. */
export function requireSupportedNode() {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const expected = manifest.engines.node;
  if (satisfiesFloor(process.versions.node, expected.replace(">=", ""))) return;
  console.error(
    `Expected Node ${expected}; got ${process.versions.node}. ` +
      "Install a newer Node (https://nodejs.org), or run once with one from npm: npx -y -p node@22 -c 'npm test'",
  );
  process.exit(1);
}

function satisfiesFloor(version, floor) {
  const [major, minor] = version.split(".").map(Number);
  const [floorMajor, floorMinor] = floor.split(".").map(Number);
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}
