/**
 * Opens a session and says `writer` or the code of its refusal; a writer keeps it until its standard input ends:
 * opener.mjs STATE_DIRECTORY
 */
import { writeSync } from "node:fs";
import { openJournal } from "@perspt/journal";

const [stateDirectory] = process.argv.slice(2);
try {
  await openJournal({ stateDirectory, session: { kind: "existing", id: "s1" }, secrets: [] });
  writeSync(1, "writer\n");
  process.stdin.resume();
} catch (error) {
  writeSync(1, `${error.code}\n`);
}
