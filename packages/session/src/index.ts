// Recorded sessions, replayed without network, processes, clocks or secrets.

// A chat.
export { Conversation, type ConversationOptions } from "./chat/conversation.js";
// A conversation's turn: the model and its governed calls.
export { type WindowedMessages, withinContext } from "./loop/context-window.js";
export type { LoopEnd, LoopEvent } from "./loop/loop-event.js";
export {
  type LoopPort,
  type LoopStart,
  MAX_CALLS_PER_TURN,
  runToolLoop,
  type ToolLoopOptions,
} from "./loop/run-tool-loop.js";
export type { ToolCallPart } from "./loop/turn-collector.js";
export type { UnfinishedTurn } from "./loop/unfinished-turn.js";
// What a model is given of a call's end.
export { MAX_MEDIA_BYTES } from "./model-result/media.js";
export { MAX_RESULT_TEXT_BYTES } from "./model-result/model-budget.js";
export type { ModelPart, ModelResult } from "./model-result/model-result.js";
export {
  type EndedCall,
  type ModelResultOptions,
  toModelResult,
} from "./model-result/to-model-result.js";
export type { Divergence } from "./replay/divergence.js";
export { replaySession, type SessionReplay } from "./replay/replay-session.js";
export {
  type PolicyReplay,
  type PolicyVerdict,
  replayUnderPolicy,
} from "./replay/replay-under-policy.js";
export type {
  RecordedOutcome,
  TranscriptCall,
  TranscriptEntry,
  TranscriptMessage,
  TranscriptTurn,
} from "./replay/transcript.js";
// A session that is continued.
export { type RecordedMessages, recordedMessages } from "./resume/recorded-messages.js";
// Servers that ask for the user's model.
export { routeSampling } from "./sampling/route-sampling.js";
