import type { PublicName } from "./describe-name.js";
import type { Surface } from "./read-surface.js";

const HEADER = `What this package promises: its public declarations, made from its sources. A change here is a change for its users, and has a changeset.
Written by: npx vitest run tooling/public-api -u`;

/** A package's `api.txt`. */
export function writeSurface({ entries, reached }: Surface): string {
  const sections = [...entries].map(([entry, names]) => section(entry, names));
  const unexported =
    reached.length === 0 ? [] : [section("Named above, and not exported", reached)];
  return `${[HEADER, ...sections, ...unexported].join("\n\n")}\n`;
}

function section(title: string, names: readonly PublicName[]): string {
  return [`## ${title}`, ...names.map(({ text }) => text)].join("\n\n");
}
