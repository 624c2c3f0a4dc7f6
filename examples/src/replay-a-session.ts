// Yesterday's session, decided again: it connects to nothing, and says where the record does not fit. Pass a state directory and a session,
// or none: then it records one first.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMcpHost } from "@perspt/host";
import { openJournal, readJournal } from "@perspt/journal";
import { CHAT_CEILING, createAuthority } from "@perspt/kernel";
import { replaySession } from "@perspt/session";
import { shout } from "./shout-operation.js";

const [stateDirectory = mkdtempSync(join(tmpdir(), "replay-")), session = await recordOne()] =
  process.argv.slice(2);

const reading = readJournal({ stateDirectory, session });
console.log(reading.verdict.kind); // ok
const replay = replaySession(reading);
switch (replay.kind) {
  case "same":
    for (const entry of replay.transcript) {
      if (entry.kind === "call") console.log(entry.operation, entry.rule, entry.outcome?.kind); // local.shout risk_runs completed
    }
    break;
  case "diverged":
    console.error(`#${replay.divergence.seq} differs in ${replay.divergence.member}`);
    break;
  case "incomplete":
    console.error(replay.message);
}

async function recordOne(): Promise<string> {
  const mode = "chat";
  const authority = createAuthority();
  const noScopes = { paths: [], commands: [], hosts: [], providers: null, expiresAt: null };
  const limits = { asksFrom: "high", callBudget: 1 } as const;
  const facts = { mode, workspace: null, protectedPaths: [] } as const;
  const header = { ...facts, persptVersion: "0", configDigest: "" };
  const opened = { kind: "new", id: "recorded", header } as const;
  const host = createMcpHost({
    ...facts,
    servers: [],
    localOperations: [shout],
    authority,
    capability: authority.grant({ version: 1, mode, ...CHAT_CEILING, ...limits, ...noScopes }),
    journal: { open: () => openJournal({ stateDirectory, session: opened, secrets: [] }) },
    environment: {},
    workingDirectory: tmpdir(),
    clientVersion: "0",
  });
  const wanted = { kind: "value", value: { text: "hello" } } as const;
  const signal = AbortSignal.timeout(30_000);
  await host.call({ operation: "local.shout", arguments: wanted, signal });
  await host.close();
  return opened.id;
}
