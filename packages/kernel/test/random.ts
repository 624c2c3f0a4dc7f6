import type {
  CapabilityDescription,
  CapabilityWish,
  EffectKind,
  EffectProposal,
  PathScope,
  ProviderIdentity,
  Snapshot,
} from "@perspt/kernel";
import { EFFECT_KINDS, GRANTABLE_EFFECTS, RISK_CLASSES } from "@perspt/kernel";
import { BINDING } from "./scenario.js";

/** A small seeded generator (mulberry32): a hundred thousand chains cost more to shrink than to make. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  some<Item>(items: readonly Item[]): readonly Item[] {
    return items.filter(() => this.below(2) === 0);
  }
}

const RISK_CEILINGS = ["none", "low", "medium", "high"] as const;
const PATHS = ["/", "/a", "/a/b", "/a/bc", "/b"] as const;
const COMMANDS = [["npm"], ["npm", "test"], ["npm", "run"], ["make"]] as const;
const HOSTS = ["a.test:443", "a.test:80", "b.test:443"] as const;
const DIGESTS = [BINDING.toolDigest, "sha256:t2"] as const;
const EFFECTS: readonly [EffectKind, ...EffectKind[]] = [
  "search",
  "read_file",
  "data_read",
  "data_write",
  "run_shell",
  "network_fetch",
];

function randomScope(random: Random): PathScope {
  return { provider: random.pick([null, "p", "q"]), path: random.pick(PATHS) };
}

function randomIdentity(random: Random, provider: string): ProviderIdentity {
  return {
    provider,
    endpointIdentity: random.below(6) === 0 ? "sha256:e2" : BINDING.endpointIdentity,
    policyDigest: random.below(6) === 0 ? "sha256:p2" : BINDING.policyDigest,
    toolDigests: random.pick([null, random.some(DIGESTS)]),
  };
}

/** A description whose members are drawn from few values, so that two of them often overlap. */
export function randomDescription(random: Random): CapabilityDescription {
  return {
    version: 1,
    mode: random.pick(["agent", "agent", "agent", "chat"]),
    effects: random.below(2) === 0 ? GRANTABLE_EFFECTS : random.some(EFFECTS),
    riskCeiling: random.pick(RISK_CEILINGS),
    criticalEffects: random.some(EFFECTS),
    asksFrom: random.pick(RISK_CEILINGS),
    paths: Array.from({ length: 1 + random.below(4) }, () => randomScope(random)),
    commands: random.below(2) === 0 ? COMMANDS : random.some(COMMANDS),
    hosts: random.below(2) === 0 ? HOSTS : random.some(HOSTS),
    providers: random.pick([
      null,
      null,
      random.some(["p", "q"]).map((provider) => randomIdentity(random, provider)),
    ]),
    callBudget: random.pick([null, random.below(8)]),
    expiresAt: random.pick([null, 900 + random.below(300)]),
  };
}

/** A wish about some members; the others stay the parent's. */
export function randomWish(random: Random): CapabilityWish {
  const { version: _, ...members } = randomDescription(random);
  return Object.fromEntries(Object.entries(members).filter(() => random.below(3) === 0));
}

/** One call out of the space that the random descriptions divide. */
export function randomProposal(random: Random): EffectProposal {
  const bindings = random.some([
    { kind: "path", field: "path" },
    { kind: "command", field: "command" },
    { kind: "url", field: "url" },
  ] as const);
  return {
    operation: "mcp.p.x",
    provider: random.pick(["p", "q"]),
    binding: BINDING,
    effect:
      random.below(8) === 0 ? random.pick([...EFFECTS, ...EFFECT_KINDS]) : random.pick(EFFECTS),
    risk: random.pick(RISK_CLASSES),
    footprint: { selectors: [] },
    bindings,
    arguments: {
      value: {
        path: `${random.pick(PATHS)}/f`,
        command: random.pick(["npm test x", "npm", "make all", "rm x"]),
        url: `https://${random.pick(["a.test", "b.test", "c.test"])}/`,
      },
      digest: "sha256:a",
    },
  };
}

export function snapshotFor(
  grant: CapabilityDescription,
  now: number,
  callsSpent: number,
): Snapshot {
  return {
    now,
    grant,
    callsSpent,
    binding: BINDING,
    root: null,
    protectedPaths: [],
    links: [],
    doubts: [],
    approval: { kind: "can_ask" },
  };
}
