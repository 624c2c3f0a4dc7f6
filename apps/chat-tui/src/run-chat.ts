import { createQueuedElicitation } from "@perspt/elicitation";
import type { McpHost } from "@perspt/host";
import { Conversation, routeSampling } from "@perspt/session";
import type { ChatEnd, ChatOptions } from "./chat-options.js";
import { ChatDriver } from "./driver/chat-driver.js";
import { InputDecoder } from "./input/input-decoder.js";
import { openScreen } from "./screen/open-screen.js";
import type { ScreenEvent } from "./screen/screen.js";
import { initialState } from "./state/initial-state.js";

/**
 * A chat at a terminal, until the person leaves. The screen is shown before any server is started. It resolves when the terminal has been
 * given back and the host has been closed; it rejects for nothing that a server, a model or a person can cause.
 */
export async function runChat(options: ChatOptions): Promise<ChatEnd> {
  const { input, output, environment, models } = options;
  const now = options.now ?? Date.now;
  const makeRoute = models.get(options.model);
  if (makeRoute === undefined) throw new TypeError(`There is no model ${options.model}.`);
  let driver: ChatDriver | null = null;
  let host: McpHost | null = null;
  const ending = new AbortController();
  const opening = await openScreen({
    input,
    output,
    environment,
    emoji: options.emoji,
    decoder: new InputDecoder(),
    onEvent: (event: ScreenEvent) => driver?.take(event),
    // What was written is in the history already, and every record in the journal.
    onFatal: () => {
      ending.abort();
      return host === null ? Promise.resolve() : host.close();
    },
  });
  if (opening.kind === "refused") return opening;
  const { screen } = opening;
  const elicitation = createQueuedElicitation();
  const opened = options.openHost({
    elicitation,
    sampling: routeSampling(() => conversation.route),
    observe: () => driver?.hostChanged(),
  });
  host = opened;
  const conversation = new Conversation({
    host: opened,
    route: makeRoute(),
    maxRounds: options.maxToolRounds,
    contextTokens: options.contextTokens,
  });
  driver = new ChatDriver({
    screen,
    host: opened,
    conversation,
    elicitation,
    models,
    history: options.history,
    environment,
    now,
    signal: AbortSignal.any([options.signal, ending.signal]),
    state: initialState({
      size: screen.size,
      model: options.model,
      models: [...models.keys()],
      showReasoning: options.showReasoning,
      mouse: options.mouse,
      keys: options.keys,
      history: options.history.load(),
    }),
  });
  const farewell = await driver.run();
  await screen.close(farewell);
  await opened.close();
  return { kind: "left" };
}
