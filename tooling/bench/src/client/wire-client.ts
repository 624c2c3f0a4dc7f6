/** What every contender can do on one connection, whoever's client it is. */
export interface WireClient {
  /** Calls a tool that answers with so much text, after a while; resolves with the length of what came. */
  call(length: number, milliseconds?: number): Promise<number>;
  close(): Promise<void>;
}

/** One whole connection: made, all tools listed; the number of tools. */
export type Connect = () => Promise<{ readonly client: WireClient; readonly tools: number }>;

export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Length of the text in a tool's result. A contender that answers wrongly is not to be compared. */
export function textLength(content: unknown): number {
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  if (typeof block === "object" && block !== null && "text" in block) {
    if (typeof block.text === "string") return block.text.length;
  }
  throw new Error("the result holds no text");
}
