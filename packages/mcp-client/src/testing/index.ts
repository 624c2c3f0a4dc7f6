// For tests of what is built on the client: a server in memory, and a guard that tells what it was asked.
export { type GuardEntry, type RecordingGuard, recordingGuard } from "./recording-guard.js";
export {
  answersText,
  discovers,
  listsTools,
  type ScriptedAnswer,
  type ScriptedRequest,
  type ScriptedStep,
} from "./script-step.js";
export { type ScriptedServer, scriptedServer } from "./scripted-server.js";
