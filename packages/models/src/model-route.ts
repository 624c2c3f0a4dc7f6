import type { ModelEvent } from "./model-event.js";
import type { ModelRequest } from "./model-request.js";

/** The one way to a language model: the user's choice, which no server can turn elsewhere. */
export interface ModelRoute {
  /** Such as `anthropic claude-x`; for people and for the journal. */
  readonly name: string;
  /** Null where the provider does not say. */
  readonly contextTokens: number | null;
  /** One turn. Iterating never throws: how it ends is its last event. The signal ends it early, with `failed: cancelled`. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
