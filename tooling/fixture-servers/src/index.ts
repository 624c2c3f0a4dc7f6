// Where the fixture programs are, and how to start them.
export {
  type FixtureName,
  fixture,
  type RunningFixture,
  recordStdin,
  startFixture,
  startProgram,
} from "./fixtures.js";
// A correct server in the test's own process.
export { startHttpServer } from "./wire/http.mjs";
export { never, RpcError, SUBSCRIPTION_ID_KEY, text } from "./wire/protocol.mjs";
export type {
  Exchange,
  Handler,
  Handlers,
  HttpServer,
  RecordedRequest,
  ServiceOptions,
} from "./wire/types.js";
