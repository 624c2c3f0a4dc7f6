/**
 * Runs the agent, or resumes it, as its one argument says in JSON: `{home, session, directory, task, verify, commands, config, isResumed, point}`,
 * and prints how it ended. With a point it dies there. `config`: a configuration's text, for its servers.
 */
import { join } from "node:path";
import { runAgent } from "@perspt/agent";
import { parseConfig } from "@perspt/config";
import { createMcpHost } from "@perspt/host";
import { openJournal, readJournal } from "@perspt/journal";
import { agentCeiling, createAuthority } from "@perspt/kernel";
import { createModelRoute } from "@perspt/models";
import { killingDisk } from "./killing-disk.mjs";

const { home, session: SESSION, ...wish } = JSON.parse(process.argv[2]);
const { directory, task, verify, commands, config, isResumed, point } = wish;
const stateDirectory = join(home, "state");
const parsed = parseConfig(config, "config.toml");
if (parsed.kind === "invalid") throw new Error(JSON.stringify(parsed.problems));
const authority = createAuthority();
const never = new AbortController().signal;
const header = {
  persptVersion: "0.0.0",
  mode: "agent",
  workspace: null,
  configDigest: "",
  protectedPaths: [stateDirectory],
};

const events = runAgent({
  start: isResumed
    ? {
        kind: "resume",
        session: SESSION,
        read: () => readJournal({ stateDirectory, session: SESSION }),
      }
    : { kind: "task", session: SESSION, task, directory, verify, maxTurns: 20 },
  candidates: join(home, "candidates"),
  model: "rehearsal",
  route: createModelRoute({ provider: "rehearsal" }),
  contextTokens: null,
  acceptance: { kind: "when_verified" },
  askAcceptance: null,
  approvals: null,
  environment: process.env,
  stop: never,
  signal: never,
  openHost: ({ session, tree, localOperations, approvals }) =>
    createMcpHost({
      mode: "agent",
      servers: parsed.config.servers,
      localOperations,
      authority,
      capability: authority.grant({
        version: 1,
        mode: "agent",
        ...agentCeiling([]),
        asksFrom: "high",
        paths: [{ provider: null, path: tree }],
        commands,
        hosts: [],
        providers: null,
        callBudget: null,
        expiresAt: null,
      }),
      journal: {
        open: () =>
          openJournal({
            stateDirectory,
            session: isResumed
              ? { kind: "existing", id: session }
              : { kind: "new", id: session, header },
            secrets: [],
            ...(point === null ? {} : { files: killingDisk(point) }),
          }),
      },
      approvals,
      environment: process.env,
      workingDirectory: tree,
      workspace: tree,
      protectedPaths: [stateDirectory],
      clientVersion: "0.0.0",
    }),
});
const doubts = [];
for await (const event of events) {
  if (event.type === "doubt") doubts.push({ operation: event.operation, verdict: event.verdict });
  if (event.type === "ended") process.stdout.write(JSON.stringify({ end: event.end, doubts }));
}
