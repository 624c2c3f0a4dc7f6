import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { FILE_LIMIT } from "@perspt/config";
import type { GovernedOutcome } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import { type Block, code, indented, prose, span } from "../../output/blocks.js";
import { inspectionBlocks } from "../mcp/inspection-blocks.js";
import { resultBlocks } from "../mcp/result-blocks.js";
import { claim, type StepResult } from "./demo-step.js";
import { type DemoHost, type DemoWorld, openDemoHost } from "./demo-world.js";
import { newestSession, recordBlocks } from "./record-blocks.js";

/** What the server offers, and what the policy makes of it. */
export function admission({ report, grant }: DemoHost, { paths }: DemoWorld): StepResult {
  const admitted = report.admitted.filter(({ source }) => source === "tool");
  const rejected = report.rejected.map(({ remoteName, code: rule }) => `${remoteName}: ${rule}`);
  return {
    blocks: inspectionBlocks([{ report, mode: "agent", grant }], {
      verbose: false,
      file: paths.configFile,
    }),
    claims: [
      claim("The four tools that the policy names are admitted.", admitted.length === 4),
      claim(
        "The one that it does not name is not, whatever the server says of it.",
        rejected.join() === "publish: undeclared_tool",
      ),
    ],
  };
}

/** One call that runs: decided, written down, sent, answered, written down. */
export async function allowedCall(host: DemoHost, world: DemoWorld): Promise<StepResult> {
  const call = await callTool(host, world, "add_note", { title: "groceries", text: "oat milk" });
  const records = newestSession(world.paths.stateDirectory)?.records ?? [];
  const intent = records.find((record) => record.type === "intent");
  const outcome = records.find((record) => record.type === "outcome");
  return {
    blocks: [...callBlocks(call), recordBlocks(records)],
    claims: [
      claim("It was allowed and completed.", call.outcome.kind === "completed"),
      claim(
        "Its intent was on the disk before its outcome was written.",
        intent !== undefined && outcome !== undefined && outcome.synced >= intent.seq,
      ),
      claim(
        "The note holds the line, once.",
        (await readNote(world, "groceries")) === "oat milk\n",
      ),
    ],
  };
}

/** One call that is refused, and the TOML that changes it, put to the test. */
export async function refusedCall(host: DemoHost, world: DemoWorld): Promise<StepResult> {
  const call = await callTool(host, world, "publish", {});
  const hint = "error" in call.outcome ? (call.outcome.error.hint ?? "") : "";
  await appendFile(world.paths.configFile, `\n${hint}\n`);
  const changed = await openDemoHost(world);
  try {
    const after = await changed.host.explain("mcp.notes.publish", { kind: "value", value: {} });
    const decision = after.kind === "explained" ? after.decision : null;
    return {
      blocks: [
        ...callBlocks(call),
        indented(2, "The refusal comes with TOML. Added to the configuration, it gives"),
        code(hint, 4),
        indented(
          2,
          span("the decision "),
          span(decision?.effect ?? "none", "warning"),
          ` by ${decision?.rule ?? "none"}. ${decision?.because ?? ""}`,
        ),
      ],
      claims: [
        claim(
          "It was refused by the rule undeclared_tool, and nothing was sent.",
          call.outcome.kind === "refused" && call.outcome.error.code === "undeclared_tool",
        ),
        claim(
          "The TOML loads as it stands; the tool is then asked for before each call.",
          decision?.effect === "ask",
        ),
      ],
    };
  } finally {
    await changed.host.close();
  }
}

/** A server that dies after it acted: nobody knows how the call ended, so it is not repeated. */
export async function serverCrash(host: DemoHost, world: DemoWorld): Promise<StepResult> {
  const note = { title: "letters", text: "dear reader" };
  const call = await callTool(host, world, "add_note_and_crash", note);
  const again = await callTool(host, world, "add_note_and_crash", note);
  return {
    blocks: [
      ...callBlocks(call),
      ...callBlocks(again),
      recordBlocks(newestSession(world.paths.stateDirectory)?.records ?? []),
    ],
    claims: [
      claim("The call is uncertain: it may have run.", call.outcome.kind === "uncertain"),
      claim(
        "The same call again is denied by the rule unsettled.",
        again.decision?.rule === "unsettled",
      ),
      claim(
        "The note holds the line once: nothing was sent twice.",
        (await readNote(world, "letters")) === "dear reader\n",
      ),
    ],
  };
}

function callTool(
  { host }: DemoHost,
  { machine }: DemoWorld,
  tool: string,
  value: JsonObject,
): Promise<GovernedOutcome> {
  return host.call({
    operation: `mcp.notes.${tool}`,
    arguments: { kind: "value", value },
    signal: machine.signal,
  });
}

/** A call as it was decided and as it ended. */
function callBlocks({ operation, decision, outcome }: GovernedOutcome): readonly Block[] {
  const decided =
    decision === null
      ? []
      : [prose(`${decision.effect} by ${decision.rule}: ${decision.because}`, { indent: 4 })];
  return [indented(2, span(operation, "strong")), ...decided, ...endBlocks(outcome)];
}

function endBlocks(outcome: GovernedOutcome["outcome"]): readonly Block[] {
  switch (outcome.kind) {
    case "completed":
    case "tool_error":
      return [indented(4, outcome.kind), ...resultBlocks(outcome.result, 6)];
    case "refused":
    case "failed":
    case "uncertain":
      return [
        prose(`${outcome.kind} (${outcome.error.code}): ${outcome.error.message}`, { indent: 4 }),
      ];
  }
}

/** A note as it lies on the disk; null where there is none. */
export async function readNote(
  { machine, notesDirectory }: DemoWorld,
  title: string,
): Promise<string | null> {
  const reading = await machine.files.read(join(notesDirectory, `${title}.txt`), FILE_LIMIT);
  return reading.kind === "read" ? new TextDecoder().decode(reading.content) : null;
}
