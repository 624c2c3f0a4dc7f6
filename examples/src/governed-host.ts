// A governed host: what may run is in the user's file, and every call is on the disk before it is sent.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatProblems, parseConfig } from "@perspt/config";
import { createMcpHost } from "@perspt/host";
import { newSessionId, openJournal, readJournal } from "@perspt/journal";
import { CHAT_CEILING, createAuthority } from "@perspt/kernel";

const file = fileURLToPath(new URL("../governed-host.toml", import.meta.url));
const reading = parseConfig(readFileSync(file, "utf8"), file);
if (reading.kind === "invalid") throw new Error(formatProblems(reading.problems));

// What this program may do at most, and in how many calls. Whoever has the authority can grant: hand it to nobody.
const mode = "chat";
const authority = createAuthority();
const noScopes = { paths: [], commands: [], hosts: [], providers: null, expiresAt: null };
const limits = { asksFrom: "high", callBudget: 10 } as const;
const capability = authority.grant({ version: 1, mode, ...CHAT_CEILING, ...limits, ...noScopes });

const stateDirectory = mkdtempSync(join(tmpdir(), "governed-host-"));
const facts = { mode, workspace: null, protectedPaths: [file, stateDirectory] } as const;
const header = { ...facts, persptVersion: "0", configDigest: "" };
const session = { kind: "new", id: newSessionId(Date.now()), header } as const;

const host = createMcpHost({
  ...facts,
  servers: reading.config.servers,
  authority,
  capability,
  journal: { open: () => openJournal({ stateDirectory, session, secrets: [] }) },
  environment: process.env,
  workingDirectory: fileURLToPath(new URL(".", import.meta.url)),
  clientVersion: "0",
});

const signal = AbortSignal.timeout(30_000);
async function call(operation: string): Promise<string> {
  const value = { title: "welcome" };
  const { outcome } = await host.call({ operation, arguments: { kind: "value", value }, signal });
  return "result" in outcome ? outcome.kind : `${outcome.kind}: ${outcome.error.code}`;
}

await host.discover(signal);
console.log(host.offered().map(({ operation }) => operation)); // [ 'mcp.notes.read_note' ]
console.log(await call("mcp.notes.read_note")); // completed
console.log(await call("mcp.notes.add_note")); // refused: undeclared_tool
await host.close();

const { records } = readJournal({ stateDirectory, session: session.id });
console.log(records.map(({ type }) => type).join()); // segment,session,grant,catalog,admission,intent,outcome,end
