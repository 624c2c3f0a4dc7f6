import { createServer } from "node:http";
import { createService, PROTOCOL_VERSION_KEY, respond } from "./protocol.mjs";

/** Which parameter `Mcp-Name` mirrors. */
const NAME_SOURCES = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

/**
 * Serves over Streamable HTTP on a free loopback port, in this process. Every request is kept in `requests` in order of
 * arrival; `close` ends all connections and resolves when the port is free again.
 */
export async function startHttpServer(handlers, options = {}) {
  const service = createService(handlers, options);
  const requests = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method, url, headers } = request;
      const recorded = { method, url, headers, rawHeaders: request.rawHeaders, body };
      requests.push(recorded);
      options.onRequest?.(recorded);
      answer(service, recorded, response);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(service, recorded, response) {
  if (recorded.method !== "POST") return sendStatus(response, 405);
  const message = parseJson(recorded.body);
  if (message === undefined) {
    const error = { code: -32700, message: "the body is not JSON" };
    return sendJson(response, 400, { jsonrpc: "2.0", id: null, error });
  }
  if (message.id === undefined) return sendStatus(response, 202);
  const mismatch = headerMismatch(recorded.headers, message);
  if (mismatch !== null) {
    return sendJson(response, 400, {
      jsonrpc: "2.0",
      id: message.id,
      error: { code: -32020, message: mismatch },
    });
  }

  const controller = new AbortController();
  response.on("close", () => controller.abort());
  const exchange = {
    id: message.id,
    headers: recorded.headers,
    signal: controller.signal,
    notify: (method, params) => sendEvent(response, { jsonrpc: "2.0", method, params }),
    send: (message) => sendEvent(response, message),
    raw: (bytes, type) => {
      openStream(response, type);
      return new Promise((resolve) => response.write(bytes, resolve));
    },
    frame: (bytes) => {
      openStream(response);
      response.write("data: ");
      response.write(bytes);
      response.write("\n\n");
    },
    end: () => response.end(),
    drop: () => response.destroy(),
  };
  void respond(service, message, exchange).then((reply) => {
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent) return sendJson(response, statusOf(reply), reply);
    sendEvent(response, reply);
    response.end();
  });
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the specification answers with -32020; null when headers and body agree. */
function headerMismatch(headers, message) {
  if (headers["content-type"] !== "application/json") return "Content-Type is not application/json";
  const accept = headers["accept"] ?? "";
  if (!accept.includes("application/json") || !accept.includes("text/event-stream")) {
    return "Accept lacks a content type";
  }
  if (headers["mcp-protocol-version"] !== message.params?._meta?.[PROTOCOL_VERSION_KEY]) {
    return "MCP-Protocol-Version differs from params._meta";
  }
  if (headers["mcp-method"] !== message.method) return "Mcp-Method differs from the method";
  const source = NAME_SOURCES.get(message.method);
  const name = source === undefined ? undefined : message.params[source];
  if (decodeHeaderValue(headers["mcp-name"]) !== name) return "Mcp-Name differs from the body";
  return null;
}

function decodeHeaderValue(value) {
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(value ?? "");
  return encoded === null ? value : Buffer.from(encoded[1], "base64").toString("utf8");
}

function statusOf(reply) {
  switch (reply.error?.code) {
    case undefined:
      return 200;
    case -32601:
      return 404;
    case -32600:
    case -32700:
    case -32020:
    case -32021:
    case -32022:
      return 400;
    default:
      return reply.error.message.startsWith("params._meta") ? 400 : 200;
  }
}

function openStream(response, type = "text/event-stream") {
  if (response.headersSent) return;
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" });
}

function sendEvent(response, message) {
  openStream(response);
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

function sendJson(response, status, message) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(message));
}

function sendStatus(response, status) {
  response.writeHead(status).end();
}

function readBody(request) {
  return new Promise((resolve, reject) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    request.on("error", reject);
  });
}
