// A model of your own: whatever streams the event set is a route. This one asks for one tool, and tells its answer.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMcpHost } from "@perspt/host";
import { newSessionId, openJournal, readJournal } from "@perspt/journal";
import { CHAT_CEILING, createAuthority } from "@perspt/kernel";
import type { ModelRoute } from "@perspt/models";
import { Conversation, replaySession } from "@perspt/session";
import { shout } from "./shout-operation.js";

const usage = { inputTokens: null, outputTokens: null, reasoningTokens: null };
const route: ModelRoute = {
  name: "parrot",
  contextTokens: null,
  async *stream({ messages }) {
    const last = messages.at(-1);
    if (last?.role === "user") {
      const call = { id: "1", name: "shout", arguments: JSON.stringify({ text: last.text }) };
      yield { type: "tool_call", ...call };
      return yield { type: "finished", reason: "tool_calls", usage };
    }
    const told = last?.role === "tool" ? last.answers.map(({ status }) => status).join() : "";
    yield { type: "text_started" };
    yield { type: "text", delta: `The tool says: ${told}.` };
    yield { type: "text_ended" };
    yield { type: "finished", reason: "stop", usage };
  },
};

const mode = "chat";
const authority = createAuthority();
const noScopes = { paths: [], commands: [], hosts: [], providers: null, expiresAt: null };
const limits = { ...CHAT_CEILING, ...noScopes, asksFrom: "high", callBudget: 10 } as const;
const capability = authority.grant({ version: 1, mode, ...limits });
const stateDirectory = mkdtempSync(join(tmpdir(), "own-model-"));
const facts = { mode, workspace: null, protectedPaths: [stateDirectory] } as const;
const header = { ...facts, persptVersion: "0", configDigest: "" };
const session = { kind: "new", id: newSessionId(Date.now()), header } as const;
const host = createMcpHost({
  ...facts,
  servers: [],
  localOperations: [shout],
  authority,
  capability,
  journal: { open: () => openJournal({ stateDirectory, session, secrets: [] }) },
  environment: {},
  workingDirectory: tmpdir(),
  clientVersion: "0",
});

const chat = new Conversation({ host, route, maxRounds: 4, contextTokens: null });
for await (const event of chat.send("hello", AbortSignal.timeout(30_000))) {
  if (event.type === "activity_ended") console.log(event.operation, event.outcome); // local.shout completed
  if (event.type === "model" && event.event.type === "text") console.log(event.event.delta); // The tool says: ok.
}
await host.close();
const replay = replaySession(readJournal({ stateDirectory, session: session.id }));
console.log(replay.kind === "same" && replay.transcript.map(({ kind }) => kind).join()); // message,turn,call,turn
