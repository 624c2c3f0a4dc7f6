/** Writes records as fast as it can, and says each seq once it is durable: kill-nine-writer.mjs STATE_DIRECTORY new|existing */
import { writeSync } from "node:fs";
import { openJournal } from "@perspt/journal";

const [stateDirectory, kind] = process.argv.slice(2);
const header = {
  persptVersion: "0",
  mode: "agent",
  workspace: null,
  configDigest: "",
  protectedPaths: [],
};
const journal = await openJournal({
  stateDirectory,
  session: { kind, id: "s1", header },
  secrets: [],
});
while (true) {
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { seq } = await journal.append({ type: "end", reason: "x".repeat(200) });
      writeSync(1, `${seq}\n`);
    }),
  );
}
