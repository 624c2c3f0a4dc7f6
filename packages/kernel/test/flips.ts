import type { CheckCode, Decision, EffectProposal, Snapshot } from "@perspt/kernel";
import { decide } from "@perspt/kernel";
import { BINDING, CHAT_GRANT, GRANT, PROPOSAL, SNAPSHOT, withArguments } from "./scenario.js";

/** One condition of the allow, turned into its opposite. */
export interface Flip {
  readonly name: string;
  readonly code: CheckCode;
  readonly snapshot?: Partial<Snapshot>;
  readonly proposal?: Partial<EffectProposal>;
}

/** Members of a proposal that only reads and binds nothing. */
export const READER: Partial<EffectProposal> = {
  effect: "search",
  footprint: { selectors: [] },
  bindings: [],
};

export const FLIPS: readonly Flip[] = [
  { name: "the tool was removed (T43)", code: "stale_binding", snapshot: { binding: null } },
  {
    name: "the catalog changed (T43)",
    code: "stale_binding",
    snapshot: { binding: { ...BINDING, epoch: 4 } },
  },
  {
    name: "the endpoint changed (T05)",
    code: "identity_changed",
    snapshot: { binding: { ...BINDING, endpointIdentity: "sha256:other" } },
  },
  {
    name: "the policy changed (T05)",
    code: "identity_changed",
    snapshot: { binding: { ...BINDING, policyDigest: "sha256:other" } },
  },
  {
    name: "the grant was made for another server (T53)",
    code: "identity_changed",
    proposal: { provider: "records" },
  },
  {
    name: "the grant was made for another endpoint of the server (T05)",
    code: "identity_changed",
    snapshot: {
      grant: {
        ...GRANT,
        providers: [{ ...identityOf(), endpointIdentity: "sha256:before" }],
      },
    },
  },
  {
    name: "the grant was made for another policy of the server (T05)",
    code: "identity_changed",
    snapshot: {
      grant: { ...GRANT, providers: [{ ...identityOf(), policyDigest: "sha256:before" }] },
    },
  },
  {
    name: "the definition changed (T42)",
    code: "definition_changed",
    snapshot: { binding: { ...BINDING, toolDigest: "sha256:other" } },
  },
  {
    name: "the grant was made for another definition (T53)",
    code: "definition_changed",
    snapshot: { grant: { ...GRANT, providers: [{ ...identityOf(), toolDigests: [] }] } },
  },
  {
    name: "the effect is not granted",
    code: "effect_not_granted",
    snapshot: { grant: { ...GRANT, effects: ["search"] } },
  },
  {
    name: "the effect is a reserved word",
    code: "reserved_effect",
    snapshot: { grant: { ...GRANT, effects: ["update_policy"] } },
    proposal: { effect: "update_policy" },
  },
  { name: "the grant expired", code: "expired", snapshot: { now: 2_000 } },
  { name: "the budget is spent", code: "call_budget", snapshot: { callsSpent: 5 } },
  {
    name: "the risk is above the ceiling",
    code: "risk_above_ceiling",
    snapshot: { grant: { ...GRANT, riskCeiling: "low" } },
  },
  {
    name: "the risk is above the ceiling of chat, and no list of critical effects helps there",
    code: "risk_above_ceiling",
    snapshot: { grant: { ...CHAT_GRANT, effects: GRANT.effects, criticalEffects: ["data_write"] } },
    proposal: { risk: "critical" },
  },
  {
    name: "the effect is not granted to chat",
    code: "effect_not_granted",
    snapshot: { grant: CHAT_GRANT },
  },
  {
    name: "the risk is critical and the effect not named for it",
    code: "risk_above_ceiling",
    proposal: { risk: "critical" },
  },
  {
    name: "chat would write, whatever its grant says (T54)",
    code: "chat_ceiling",
    snapshot: { grant: { ...GRANT, mode: "chat" } },
  },
  {
    name: "chat would read at high risk, whatever its grant says (T54)",
    code: "chat_ceiling",
    snapshot: { grant: { ...GRANT, mode: "chat" } },
    proposal: { ...READER, risk: "high" },
  },
  {
    name: "a path lies outside (T55)",
    code: "path_out_of_scope",
    proposal: withArguments({ file: "/proj-evil/guide.md" }),
  },
  {
    name: "a path has two readings (T73)",
    code: "path_out_of_scope",
    proposal: withArguments({ file: "docs\\..\\..\\etc" }),
  },
  {
    name: "a path is a link to the outside (T73)",
    code: "path_out_of_scope",
    snapshot: { links: [{ path: "/proj/docs/guide.md", realPath: "/etc/passwd" }] },
  },
  {
    name: "a path turns back after a link (T73)",
    code: "path_out_of_scope",
    snapshot: { links: [{ path: "/proj/link", realPath: "/elsewhere/deep" }] },
    proposal: withArguments({ file: "link/../docs/guide.md" }),
  },
  {
    name: "no path is granted",
    code: "path_out_of_scope",
    snapshot: { grant: { ...GRANT, paths: [] } },
  },
  {
    name: "paths are granted to another provider",
    code: "path_out_of_scope",
    snapshot: { grant: { ...GRANT, paths: [{ provider: "records", path: "/proj" }] } },
  },
  {
    name: "a command has another prefix",
    code: "command_out_of_scope",
    proposal: withArguments({ check: "npm tests" }),
  },
  {
    name: "a command needs a shell (T02)",
    code: "command_out_of_scope",
    proposal: withArguments({ check: "npm test; id" }),
  },
  {
    name: "no command is granted",
    code: "command_out_of_scope",
    snapshot: { grant: { ...GRANT, commands: [] } },
  },
  {
    name: "a URL goes to another host",
    code: "network_out_of_scope",
    proposal: withArguments({ target: "https://example.test.evil.test/" }),
  },
  {
    name: "a URL has a user part",
    code: "network_out_of_scope",
    proposal: withArguments({ target: "https://example.test@evil.test/" }),
  },
  {
    name: "no host is granted",
    code: "network_out_of_scope",
    snapshot: { grant: { ...GRANT, hosts: [] } },
  },
  {
    name: "a footprint argument is null (T48)",
    code: "footprint_unresolved",
    proposal: withArguments({ page: null }),
  },
  {
    name: "a bound argument is of another type (T48)",
    code: "footprint_unresolved",
    proposal: withArguments({ check: 7 }),
  },
  {
    name: "the policy's own files are touched (T07)",
    code: "protected_path",
    proposal: withArguments({ file: ".state/journal" }),
  },
  {
    name: "a git hook is touched (T07)",
    code: "protected_path",
    proposal: withArguments({ file: ".git/hooks/pre-commit" }),
  },
  {
    name: "a link leads to a protected place (T07, T73)",
    code: "protected_path",
    snapshot: {
      grant: { ...GRANT, paths: [{ provider: null, path: "/" }] },
      links: [{ path: "/proj/docs/guide.md", realPath: "/home/user/.config/perspt/config.toml" }],
    },
  },
  {
    name: "a literal resource is spelled like a protected place (T07)",
    code: "protected_path",
    proposal: {
      footprint: {
        selectors: [{ kind: "literal", resource: "file:///proj/.state/x", access: "read" }],
      },
    },
  },
  {
    name: "a call that writes the same page is in doubt",
    code: "unsettled",
    snapshot: {
      doubts: [
        {
          intent: 12,
          touches: [{ kind: "value", family: "pages", value: "guide", access: "write" }],
        },
      ],
    },
  },
  {
    name: "somebody denied it",
    code: "approval_denied",
    snapshot: { approval: { kind: "denied", by: "person" } },
  },
  {
    name: "a flag denies it",
    code: "approval_denied",
    snapshot: { approval: { kind: "denied", by: "flag" } },
  },
  {
    name: "it asks, and nobody is there",
    code: "nobody_to_ask",
    snapshot: { approval: { kind: "nobody" }, grant: { ...GRANT, asksFrom: "medium" } },
  },
];

/** The identity that the scenario's grant was made for. */
export function identityOf() {
  return {
    provider: "docs",
    endpointIdentity: BINDING.endpointIdentity,
    policyDigest: BINDING.policyDigest,
    toolDigests: [BINDING.toolDigest],
  };
}

export function decideFlip(flip: Flip): Decision {
  return decide({ ...SNAPSHOT, ...flip.snapshot }, { ...PROPOSAL, ...flip.proposal });
}
