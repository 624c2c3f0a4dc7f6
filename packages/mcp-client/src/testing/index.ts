// For tests of what is built on the client: a server in memory, and a guard that tells what it was asked.

// For tests of a server: a program started, connected to and looked at.
export { type CheckServerOptions, checkServer, type ServerCheckReport } from "./check-server.js";
export { connectToServer, type TestClientOptions, type TestedServer } from "./connect-to-server.js";
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
export type {
  ExpectedCall,
  ServerCheck,
  ServerCheckName,
  ServerFinding,
} from "./server-check.js";
export type { ServerProgram, ServerTarget } from "./server-target.js";
