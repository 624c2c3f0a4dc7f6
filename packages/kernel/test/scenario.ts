import type {
  CapabilityDescription,
  EffectProposal,
  OperationBinding,
  Snapshot,
} from "@perspt/kernel";
import { CHAT_CEILING, GRANTABLE_EFFECTS } from "@perspt/kernel";

/** The widest description there is: what attenuation starts from. */
export const EVERYTHING: CapabilityDescription = {
  version: 1,
  mode: "agent",
  effects: GRANTABLE_EFFECTS,
  riskCeiling: "high",
  criticalEffects: GRANTABLE_EFFECTS,
  asksFrom: "high",
  paths: [{ provider: null, path: "/" }],
  commands: [],
  hosts: [],
  providers: null,
  callBudget: null,
  expiresAt: null,
};

export const BINDING: OperationBinding = {
  epoch: 3,
  endpointIdentity: "sha256:endpoint",
  policyDigest: "sha256:policy",
  toolDigest: "sha256:tool",
};

/** An agent's grant that limits everything which can be limited. */
export const GRANT: CapabilityDescription = {
  version: 1,
  mode: "agent",
  effects: ["read_file", "search", "data_read", "data_write", "run_shell", "network_fetch"],
  riskCeiling: "high",
  criticalEffects: ["run_shell"],
  asksFrom: "high",
  paths: [{ provider: null, path: "/proj" }],
  commands: [["npm", "test"]],
  hosts: ["example.test:443", "example.test:80"],
  providers: [
    {
      provider: "docs",
      endpointIdentity: BINDING.endpointIdentity,
      policyDigest: BINDING.policyDigest,
      toolDigests: [BINDING.toolDigest],
    },
  ],
  callBudget: 5,
  expiresAt: 2_000,
};

export const CHAT_GRANT: CapabilityDescription = {
  ...GRANT,
  mode: "chat",
  effects: CHAT_CEILING.effects,
  riskCeiling: "medium",
  criticalEffects: [],
};

export const SNAPSHOT: Snapshot = {
  now: 1_000,
  grant: GRANT,
  callsSpent: 4,
  binding: BINDING,
  root: "/proj",
  protectedPaths: ["/home/user/.config/perspt", "/proj/.state"],
  links: [],
  doubts: [],
  approval: { kind: "can_ask" },
};

/** A write that is bound to a path, a command and a URL, so that every check has something to look at. */
export const PROPOSAL: EffectProposal = {
  operation: "mcp.docs.publish",
  provider: "docs",
  binding: BINDING,
  effect: "data_write",
  risk: "medium",
  footprint: {
    selectors: [
      { kind: "path_argument", field: "file", access: "read" },
      { kind: "scoped_argument", family: "pages", field: "page", access: "write" },
    ],
  },
  bindings: [
    { kind: "path", field: "file" },
    { kind: "command", field: "check" },
    { kind: "url", field: "target" },
  ],
  arguments: {
    value: {
      file: "docs/guide.md",
      check: "npm test -- guide",
      target: "https://example.test/pages?key=hunter2",
      page: "guide",
    },
    digest: "sha256:arguments",
  },
};

/** The proposal with some of its argument values replaced. */
export function withArguments(
  value: NonNullable<EffectProposal["arguments"]>["value"],
): EffectProposal {
  return {
    ...PROPOSAL,
    arguments: { value: { ...PROPOSAL.arguments?.value, ...value }, digest: "sha256:arguments" },
  };
}
