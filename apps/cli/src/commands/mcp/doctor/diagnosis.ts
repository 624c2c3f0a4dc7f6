import type { JsonObject } from "@perspt/json";
import {
  BLANK,
  type Block,
  code,
  indented,
  line,
  span,
  type Tone,
} from "../../../output/blocks.js";
import type { Finding } from "./finding.js";
import type { ServerFacts } from "./server-facts.js";

/** All that was found. */
export interface Diagnosis {
  /** Configuration, journal and terminal. */
  readonly own: readonly Finding[];
  readonly servers: readonly {
    readonly facts: Pick<ServerFacts, "server" | "mode">;
    readonly findings: readonly Finding[];
  }[];
}

export function diagnosisDocument({ own, servers }: Diagnosis): JsonObject {
  return {
    checks: own.map(findingDocument),
    servers: servers.map(({ facts: { server, mode }, findings }) => ({
      id: server.id,
      transport: server.transport.kind,
      mode,
      status: hasFailed(findings) ? "fail" : "ok",
      checks: findings.map(findingDocument),
    })),
  };
}

function findingDocument(finding: Finding): JsonObject {
  const { check, status, detail } = finding;
  const fixes = "fixes" in finding ? finding.fixes.map((fix) => ({ ...fix })) : [];
  return { check, status, detail, fixes };
}

export function hasFailed(findings: readonly Finding[]): boolean {
  return findings.some(({ status }) => status === "fail");
}

const WORDS: Readonly<Record<Finding["status"], { readonly word: string; readonly tone: Tone }>> = {
  ok: { word: "ok", tone: "good" },
  warn: { word: "warn", tone: "warning" },
  fail: { word: "FAIL", tone: "bad" },
  not_reached: { word: "not reached", tone: "dim" },
};

const CHECK_WIDTH = "subscriptions".length;
const WORD_WIDTH = "not reached".length;

/** The configuration first, then each server, then what is the same for all. */
export function diagnosisBlocks({ own, servers }: Diagnosis): readonly Block[] {
  const [first, ...others] = own;
  return [
    ...(first === undefined ? [] : findingBlocks(first)),
    ...servers.flatMap(({ facts: { server, mode }, findings }) => [
      BLANK,
      line(span(server.id, "strong"), "  ", span(`${server.transport.kind} · ${mode} mode`, "dim")),
      ...findings.flatMap(findingBlocks),
    ]),
    BLANK,
    ...others.flatMap(findingBlocks),
  ];
}

function findingBlocks(finding: Finding): readonly Block[] {
  const { check, status, detail } = finding;
  const { word, tone } = WORDS[status];
  return [
    indented(
      2,
      check.padEnd(CHECK_WIDTH),
      "  ",
      span(word.padEnd(WORD_WIDTH), tone),
      `  ${detail}`,
    ),
    ...("fixes" in finding ? finding.fixes.map(({ text }) => code(text, FIX_INDENT)) : []),
  ];
}

/** Fixes stand below what they mend. */
const FIX_INDENT = 2 + CHECK_WIDTH + 2;
