import { type FixtureName, fixture } from "@perspt/fixture-servers";

/** Further lines of a server's table. */
type Lines = readonly string[];

/** An `[[external_tools]]` table for a fixture program over stdio. */
export function fixtureServer(
  id: string,
  name: FixtureName,
  options: { readonly args?: readonly string[]; readonly lines?: Lines } = {},
): string {
  return stdioServer(id, [process.execPath, fixture(name), ...(options.args ?? [])], options.lines);
}

export function stdioServer(id: string, command: readonly string[], lines: Lines = []): string {
  return [
    "[[external_tools]]",
    `id = ${JSON.stringify(id)}`,
    `transport = "stdio"`,
    `command = ${JSON.stringify(command)}`,
    ...lines,
  ].join("\n");
}

export function httpServer(id: string, url: string, lines: Lines = []): string {
  return [
    "[[external_tools]]",
    `id = ${JSON.stringify(id)}`,
    `transport = "streamable_http"`,
    `url = ${JSON.stringify(url)}`,
    ...lines,
  ].join("\n");
}

/** A policy table of the server above it. */
export function policy(
  tool: string,
  effect: string,
  { risk = "low", selectors = "[]" }: { readonly risk?: string; readonly selectors?: string } = {},
): string {
  return [
    `[external_tools.tools.${JSON.stringify(tool)}]`,
    `effect = ${JSON.stringify(effect)}`,
    `risk = ${JSON.stringify(risk)}`,
    `footprint = { selectors = ${selectors} }`,
  ].join("\n");
}

/** The selectors of a tool that writes one thing. */
export const WRITES_EFFECTS = `[{ kind = "literal", resource = "effects", access = "write" }]`;
