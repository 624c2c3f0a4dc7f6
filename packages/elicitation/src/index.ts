// Answers without a person.
export { declineElicitation } from "./decline-elicitation.js";
// The port: implement it to answer servers your own way.
export type {
  ElicitationAnswer,
  ElicitationJson,
  ElicitationRequest,
  FormElicitationRequest,
  FormValue,
  McpElicitationProvider,
  UrlElicitationRequest,
} from "./elicitation-provider.js";
// What to tell the person who is asked.
export { type ElicitationWarning, elicitationWarnings } from "./elicitation-warnings.js";
// A form, field by field: what is asked, and what a typed line means.
export { type FormAnswer, readFormAnswer } from "./form-answer.js";
export {
  type FormChoice,
  type FormField,
  type FormFieldType,
  readFormFields,
} from "./form-field.js";
export { missingFields } from "./missing-fields.js";
// Answers from a person at a screen.
export {
  type AnswerVerdict,
  createQueuedElicitation,
  type PendingElicitation,
  type QueuedElicitation,
} from "./queued-elicitation.js";
// Answers from a test's script.
export { type ScriptedElicitation, scriptedElicitation } from "./scripted-elicitation.js";
