/**
 * Makes calls as fast as it can, four at a time in each of its sessions, and says each record once it is durable, as `session seq mark`:
 * writer.mjs STATE_DIRECTORY new|existing SESSION…
 */
import { writeSync } from "node:fs";
import { openJournal } from "@perspt/journal";

const [stateDirectory, kind, ...sessions] = process.argv.slice(2);
const header = {
  persptVersion: "0",
  mode: "agent",
  workspace: null,
  configDigest: "",
  protectedPaths: [],
};
const binding = { epoch: 1, endpointIdentity: "e", policyDigest: "p", toolDigest: "t" };
let marks = 0;

async function append(journal, make) {
  marks += 1;
  const mark = `${process.pid}-${marks}`;
  const { seq } = await journal.append(make(mark));
  writeSync(1, `${journal.session} ${seq} ${mark}\n`);
  return seq;
}

const intent = (journal) => (mark) => ({
  type: "intent",
  ...binding,
  ...journal.identifyCall({
    operation: "o",
    endpointIdentity: "e",
    arguments: { mark },
    selectors: [],
    bindings: [],
  }),
  operation: "o",
  server: "s",
  effect: "search",
  risk: "low",
  selectors: [],
  bindings: [],
  touches: [],
  origin: null,
  root: null,
  links: [],
  boundNow: binding,
  approver: "nobody",
  approval: null,
  basis: journal.state.seq,
  decidedAt: 1,
  rule: "risk_runs",
  because: mark,
  trace: [],
});

const outcome = (intentSeq, text) => (mark) => ({
  type: "outcome",
  intent: intentSeq,
  kind: "completed",
  mayHaveRun: true,
  result: { text },
  error: { code: "marked", message: mark, hint: null, serverError: null },
  taskId: null,
  durationMs: 1,
});

const LONG = "x".repeat(70_000);

async function lane(journal) {
  for (let call = 1; ; call += 1) {
    const seq = await append(journal, intent(journal));
    // Some results are long enough to be kept apart.
    await append(journal, outcome(seq, call % 5 === 0 ? `${call} ${LONG}` : "short"));
  }
}

const open = (id) => openJournal({ stateDirectory, session: { kind, id, header }, secrets: [] });

// All of them are begun before anything is said: whoever kills then finds each of them.
const journals = await Promise.all(sessions.map(open));
await Promise.all(journals.flatMap((journal) => [1, 2, 3, 4].map(() => lane(journal))));
