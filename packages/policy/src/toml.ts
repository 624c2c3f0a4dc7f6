import type { FootprintSelector, ProposalBinding } from "@perspt/kernel";
import type { ToolPolicy } from "./tool-policy.js";

/** A TOML basic string. Half a surrogate pair has no place in TOML and becomes the replacement character. */
export function tomlString(text: string): string {
  const escaped = JSON.stringify(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
  );
  return escaped;
}

/** Comment lines. The text is ours or quoted by `tomlString`, so it holds no line break. */
export function tomlComment(...sentences: readonly string[]): string {
  return sentences.map((sentence) => `# ${sentence}`).join("\n");
}

/** A tool's policy as the table that stands under its server. What is omitted in the policy is omitted in the table. */
export function policyTable(name: string, policy: ToolPolicy): string {
  const lines = [`[external_tools.tools.${tomlString(name)}]`];
  if (policy.effect !== null) lines.push(`effect = ${tomlString(policy.effect)}`);
  lines.push(`risk = ${tomlString(policy.risk)}`);
  if (policy.footprint !== null) {
    lines.push(`footprint = { selectors = ${inlineTables(policy.footprint.selectors)} }`);
  }
  if (policy.proposalBindings.length > 0) {
    lines.push(`proposal_bindings = ${inlineTables(policy.proposalBindings)}`);
  }
  if (policy.pin !== null) lines.push(`pin = ${tomlString(policy.pin)}`);
  return lines.join("\n");
}

function inlineTables(items: readonly (FootprintSelector | ProposalBinding)[]): string {
  return `[${items.map(inlineTable).join(", ")}]`;
}

function inlineTable(item: FootprintSelector | ProposalBinding): string {
  const members = Object.entries(item).map(([name, value]) => `${name} = ${tomlString(value)}`);
  return `{ ${members.join(", ")} }`;
}
