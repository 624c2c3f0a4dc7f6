// The port: implement it to answer servers your own way.

// Providers.
export { declineElicitation } from "./decline-elicitation.js";
export type {
  ElicitationAnswer,
  ElicitationJson,
  ElicitationRequest,
  FormElicitationRequest,
  FormValue,
  McpElicitationProvider,
  UrlElicitationRequest,
} from "./elicitation-provider.js";
export {
  type AnswerVerdict,
  createQueuedElicitation,
  type PendingElicitation,
  type QueuedElicitation,
} from "./queued-elicitation.js";
export { type ScriptedElicitation, scriptedElicitation } from "./scripted-elicitation.js";
