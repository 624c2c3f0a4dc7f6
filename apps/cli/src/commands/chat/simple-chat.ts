import { createInterface } from "node:readline";
import type { ModelFailure } from "@perspt/models";
import { Conversation, type LoopEnd } from "@perspt/session";
import { type CommandResult, streamed } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import type { McpContext } from "../mcp/command-context.js";
import { AnswerWriter } from "./answer-writer.js";
import { exitCodeOfModelFailure } from "./model-failure.js";
import { prepareChat } from "./prepare-chat.js";

/**
 * `perspt simple-chat`: a message a line, the answer as it comes, no screen to draw and no server at all. It is for pipes and for
 * screen readers. Ends with the input, with /quit, or when it is interrupted.
 */
export async function simpleChat(
  { model }: { readonly model: string | null },
  { machine, paths, composition }: McpContext,
): Promise<CommandResult> {
  const prepared = await prepareChat(model, { machine, paths });
  if (prepared.kind === "failed") return prepared.result;
  const { models, maxToolRounds, contextTokens, hostRequest } = prepared;
  const makeRoute = models.get(prepared.model);
  if (makeRoute === undefined) throw new TypeError("the selected model is one of the models");
  const { host } = composition.openHost({ ...hostRequest, servers: [] });
  const conversation = new Conversation({
    host,
    route: makeRoute(),
    maxRounds: maxToolRounds,
    contextTokens,
  });
  try {
    return await converse(conversation, machine);
  } finally {
    await host.close();
  }
}

async function converse(
  conversation: Conversation,
  machine: McpContext["machine"],
): Promise<CommandResult> {
  const { signal } = machine;
  const { input, output } = machine.terminal;
  const hasPerson = input.isTTY === true && output.isTTY === true;
  const lines = createInterface({ input, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  const stop = (): void => lines.close();
  signal.addEventListener("abort", stop, { once: true });
  let failure: ModelFailure | null = null;
  if (hasPerson) output.write("> ");
  for await (const line of lines) {
    const text = line.trim();
    if (text === "/quit") break;
    if (text !== "") {
      const writer = new AnswerWriter(machine);
      const end = await answer(conversation, text, writer, signal);
      failure = end.kind === "failed" ? end.failure : null;
      if ((await writer.end(end)) === "reader_gone") break;
    }
    if (signal.aborted) break;
    if (hasPerson) output.write("> ");
  }
  signal.removeEventListener("abort", stop);
  lines.close();
  return failure === null
    ? streamed(EXIT_CODES.ok, null)
    : streamed(exitCodeOfModelFailure(failure), failure);
}

async function answer(
  conversation: Conversation,
  text: string,
  writer: AnswerWriter,
  signal: AbortSignal,
): Promise<LoopEnd> {
  for await (const event of conversation.send(text, signal)) {
    if (event.type === "ended") return event.end;
    if (event.type === "model" && event.event.type === "text") await writer.take(event.event.delta);
  }
  throw new TypeError("a turn's last event is its end");
}
