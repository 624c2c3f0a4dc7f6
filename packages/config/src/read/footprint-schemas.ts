import type { FootprintSelector, ProposalBinding } from "@perspt/kernel";
import { choice, text } from "./field-schemas.js";

export const SELECTOR_KINDS = [
  "literal",
  "path_argument",
  "parent_manifest_of",
  "scoped_argument",
  "provider_rate_limit",
  "opaque_workspace",
] as const satisfies readonly FootprintSelector["kind"][];

export const BINDING_KINDS = [
  "path",
  "command",
  "url",
  "multi_value",
] as const satisfies readonly ProposalBinding["kind"][];

export const ACCESSES = ["read", "write"] as const;
export const BINDING_TARGETS = ["path", "command", "url"] as const;

const access = choice(ACCESSES);

/** What stands beside `kind` in a footprint selector, by kind. */
export const SELECTOR_FIELDS = {
  literal: { resource: text, access },
  path_argument: { field: text, access },
  parent_manifest_of: { field: text, access },
  scoped_argument: { family: text, field: text, access },
  provider_rate_limit: {},
  opaque_workspace: {},
};

/** What stands beside `kind` in a proposal binding, by kind. */
export const BINDING_FIELDS = {
  path: { field: text },
  command: { field: text },
  url: { field: text },
  multi_value: { field: text, target: choice(BINDING_TARGETS) },
};
