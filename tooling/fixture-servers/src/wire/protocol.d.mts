export declare const SUBSCRIPTION_ID_KEY: "io.modelcontextprotocol/subscriptionId";

/** Throw one from a handler to answer with a JSON-RPC error. */
export declare class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown);
}

/** A result that never comes. */
export declare function never(): Promise<never>;

/** A tool result with one text block. */
export declare function text(value: unknown): {
  content: [{ type: "text"; text: string }];
};
