/** The server side of MCP 2026-07-28, as little of it as fixtures need and no laxer than the specification. */

export const PROTOCOL_VERSION = "2026-07-28";
export const PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
export const CLIENT_CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";
export const SUBSCRIPTION_ID_KEY = "io.modelcontextprotocol/subscriptionId";

/** Methods whose results carry `ttlMs` and `cacheScope`. */
const CACHEABLE = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/** Throw one from a handler to answer with a JSON-RPC error. */
export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A result that never comes. */
export function never() {
  return new Promise(() => {});
}

/** A tool result with one text block. */
export function text(value) {
  return { content: [{ type: "text", text: String(value) }] };
}

/** Normalises what a fixture passes to `serve` and `startHttpServer`. */
export function createService(handlers, options = {}) {
  return {
    handlers: new Map(Object.entries(handlers)),
    capabilities: options.capabilities ?? { tools: {} },
    serverInfo: options.serverInfo ?? { name: "fixture", version: "1.0.0" },
    supportedVersions: options.supportedVersions ?? [PROTOCOL_VERSION],
    instructions: options.instructions,
  };
}

/** Runs one request and resolves with its response message; never rejects. */
export async function respond(service, request, exchange) {
  try {
    checkEnvelope(service, request);
    const handler = service.handlers.get(request.method) ?? builtIn(service, request.method);
    const result = await handler(request.params, exchange);
    return { jsonrpc: "2.0", id: request.id, result: complete(service, request.method, result) };
  } catch (error) {
    return { jsonrpc: "2.0", id: request.id, error: errorObject(error) };
  }
}

function checkEnvelope(service, request) {
  const meta = request.params?._meta;
  const version = meta?.[PROTOCOL_VERSION_KEY];
  const capabilities = meta?.[CLIENT_CAPABILITIES_KEY];
  if (typeof version !== "string" || typeof capabilities !== "object" || capabilities === null) {
    throw new RpcError(
      -32602,
      "params._meta lacks the protocol version or the client capabilities",
    );
  }
  if (!service.supportedVersions.includes(version)) {
    throw new RpcError(-32022, "unsupported protocol version", {
      supported: service.supportedVersions,
      requested: version,
    });
  }
}

function builtIn(service, method) {
  if (method !== "server/discover") throw new RpcError(-32601, `unknown method ${method}`);
  return () => ({
    supportedVersions: service.supportedVersions,
    capabilities: service.capabilities,
    ...(service.instructions === undefined ? {} : { instructions: service.instructions }),
  });
}

function complete(service, method, result) {
  return {
    resultType: "complete",
    ...(CACHEABLE.has(method) ? { ttlMs: 0, cacheScope: "private" } : {}),
    ...result,
    _meta: { [SERVER_INFO_KEY]: service.serverInfo, ...result?._meta },
  };
}

function errorObject(error) {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return data === undefined ? { code, message } : { code, message, data };
  }
  return { code: -32603, message: error instanceof Error ? error.message : String(error) };
}
