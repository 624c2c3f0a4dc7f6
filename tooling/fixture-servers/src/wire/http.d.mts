import type { Handlers, HttpServer, ServiceOptions } from "./types.js";

export declare function startHttpServer(
  handlers: Handlers,
  options?: ServiceOptions,
): Promise<HttpServer>;
