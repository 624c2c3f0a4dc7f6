// A route to a language model.
export { createModelRoute, type ModelPorts } from "./create-model-route.js";
export type { ModelChoice, ModelProviderName, RemoteModelChoice } from "./model-choice.js";
// What it comes to.
export type {
  FinishReason,
  ModelEvent,
  ModelFailure,
  ModelFailureCode,
  ModelUsage,
} from "./model-event.js";
export type { ModelJson, ModelJsonObject } from "./model-json.js";
// What a turn is asked for.
export type {
  AssistantPart,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ToolAnswer,
} from "./model-request.js";
export type { ModelRoute } from "./model-route.js";
