import type { PersptConfig, ServerConfig } from "@perspt/config";
import type { Mode } from "@perspt/kernel";
import { nearestWord } from "@perspt/text";

/** Servers that are looked at under one mode's ceiling, in the configuration's order. */
export interface ServerPlan {
  readonly mode: Mode;
  readonly servers: readonly ServerConfig[];
}

export type ServerChoice =
  | { readonly kind: "chosen"; readonly plans: readonly ServerPlan[] }
  | { readonly kind: "unknown"; readonly id: string; readonly hint: string };

/** The mode a server is used in where none is asked for: agent if it lists it, else chat. */
export function defaultMode(server: ServerConfig): Mode {
  return server.modes.includes("agent") ? "agent" : "chat";
}

/** The servers to inspect: those named, or all; each under the mode asked for, or its own. */
export function chooseServers(
  { servers }: PersptConfig,
  ids: readonly string[],
  mode: Mode | null,
): ServerChoice {
  const known = new Map(servers.map((server) => [server.id, server]));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    return { kind: "unknown", id: unknown, hint: hintFor(unknown, [...known.keys()]) };
  }
  const wanted = ids.length === 0 ? servers : servers.filter(({ id }) => ids.includes(id));
  const modes: readonly Mode[] = ["agent", "chat"];
  const plans = modes.map((planned) => ({
    mode: planned,
    servers: wanted.filter((server) => (mode ?? defaultMode(server)) === planned),
  }));
  return { kind: "chosen", plans: plans.filter(({ servers: chosen }) => chosen.length > 0) };
}

function hintFor(id: string, known: readonly string[]): string {
  if (known.length === 0)
    return "The configuration names no server: `perspt mcp add` or `perspt mcp import` adds one.";
  const meant = nearestWord(id, known);
  return meant === null ? `Servers: ${known.join(", ")}.` : `Did you mean ${meant}?`;
}
