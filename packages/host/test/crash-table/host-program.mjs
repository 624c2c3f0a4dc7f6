/**
 * Makes one call in a session of its own and dies in the middle, as its one argument says in JSON: `{stateDirectory, toml, operation, note,
 * orders, point}`. A point `{server}` is the server's to obey, through the orders file; every other one is the disk's.
 */
import { writeFileSync } from "node:fs";
import { parseConfig } from "@perspt/config";
import { scriptedElicitation } from "@perspt/elicitation";
import { createMcpHost } from "@perspt/host";
import { openJournal } from "@perspt/journal";
import { createAuthority } from "@perspt/kernel";
import { killingDisk } from "./killing-disk.mjs";

const { stateDirectory, toml, grant, header, operation, note, orders, point } = JSON.parse(
  process.argv[2],
);
if ("server" in point) {
  writeFileSync(orders, JSON.stringify({ pid: process.pid, when: point.server }));
}
const files = "server" in point ? {} : { files: killingDisk(point) };
const authority = createAuthority();
const host = createMcpHost({
  mode: "agent",
  servers: parseConfig(toml, "config.toml").config.servers,
  localOperations: [],
  authority,
  capability: authority.grant(grant),
  journal: {
    open: () =>
      openJournal({
        stateDirectory,
        session: { kind: "new", id: "s1", header },
        secrets: [],
        ...files,
      }),
  },
  approvals: null,
  elicitation: scriptedElicitation([{ action: "accept", content: { sure: true } }]),
  environment: { PATH: process.env.PATH },
  workingDirectory: process.cwd(),
  workspace: null,
  protectedPaths: [],
  clientVersion: "0.1.0",
  clock: { now: () => Date.now() },
});
const signal = new AbortController().signal;
await host.discover(signal);
const outcome = await host.call({
  operation,
  arguments: { kind: "value", value: { note } },
  signal,
});
// Only a program that nobody killed comes here.
process.stderr.write(`not killed: ${JSON.stringify(outcome).slice(0, 2_000)}\n`);
process.exit(1);
