import { EFFECT_KINDS, RISK_CLASSES } from "@perspt/kernel";
import { nearestWord } from "@perspt/text";
import type { TomlValue } from "smol-toml";
import { SERVER_NUMBERS } from "../bounds.js";
import { TUI_ACTIONS } from "../tui-actions.js";
import { toServerId } from "../words/server-ids.js";
import { EMOJI_STYLES, MODEL_PROVIDERS, MODES, MOUSE_MODES, TRANSPORTS } from "./field-schemas.js";
import { ACCESSES, BINDING_KINDS, BINDING_TARGETS, SELECTOR_KINDS } from "./footprint-schemas.js";

/** What to propose for a key whose value cannot be used. */
export interface FieldHelp {
  /** Accepted wherever the key is; what it would allow is as little as possible. */
  readonly example: TomlValue;
  /** The words that the value, or each element of it, is one of: for slips of typing. */
  readonly words?: readonly string[];
  /** What a text was probably meant to be. */
  readonly mendText?: (text: string) => TomlValue;
  /** What an element of a list was probably meant to be. */
  readonly mendElement?: (text: string) => string;
}

const HELP: ReadonlyMap<string, FieldHelp> = new Map<string, FieldHelp>([
  ["id", { example: "docs", mendText: toServerId }],
  ["transport", { example: "stdio", words: TRANSPORTS }],
  ["command", { example: ["company-docs-mcp", "--stdio"], mendText: splitAtBlanks }],
  ["url", { example: "https://tools.example.test/mcp" }],
  ["modes", { example: ["agent"], words: MODES }],
  ...Object.entries(SERVER_NUMBERS).map(
    ([key, bounds]) => [key, { example: bounds.default }] as const,
  ),
  ["sampling", { example: false }],
  ["elicitation", { example: false }],
  ["subscriptions", { example: true }],
  ["tasks", { example: true }],
  ["uri", { example: "file:///absolute/path/to/project" }],
  ["name", { example: "Project" }],
  ["effect", { example: "run_shell", words: EFFECT_KINDS }],
  ["risk", { example: "high", words: RISK_CLASSES }],
  ["pin", { example: `sha256:${"0".repeat(64)}`, mendText: toPin }],
  ["kind", { example: "opaque_workspace", words: [...SELECTOR_KINDS, ...BINDING_KINDS] }],
  ["access", { example: "write", words: ACCESSES }],
  ["field", { example: "query" }],
  ["family", { example: "company-docs" }],
  ["resource", { example: "index" }],
  ["target", { example: "path", words: BINDING_TARGETS }],
  ["provider", { example: "rehearsal", words: MODEL_PROVIDERS }],
  ["model", { example: "qwen3:8b" }],
  ["base_url", { example: "http://127.0.0.1:11434/v1" }],
  ["api_key_env", { example: "OPENAI_API_KEY" }],
  ["context_tokens", { example: 32768 }],
  ["show_reasoning", { example: false }],
  ["max_tool_rounds", { example: 8 }],
  ["max_turns", { example: 40 }],
  ["verify", { example: ["npm test"] }],
  ["commands", { example: [["npm", "test"]] }],
  ["hosts", { example: [], mendElement: toHost }],
  ["critical_effects", { example: [], words: EFFECT_KINDS }],
  ["mouse", { example: "wheel", words: MOUSE_MODES }],
  ["emoji", { example: "full", words: EMOJI_STYLES }],
  ...TUI_ACTIONS.map((action) => [action, { example: "F5" }] as const),
]);

export function helpFor(key: string): FieldHelp | null {
  return HELP.get(key) ?? null;
}

/** What the person may have meant by a value that is not accepted, the likeliest first. */
export function mend(value: TomlValue, help: FieldHelp): readonly TomlValue[] {
  if (typeof value === "string") return [...mendText(value, help), [value]];
  if (Array.isArray(value)) return [value.flatMap((item) => mendElement(item, help)), [value]];
  if (typeof value !== "number" || !Number.isFinite(value)) return [[value]];
  return [Math.round(value), String(value), [value]];
}

function mendText(text: string, help: FieldHelp): readonly TomlValue[] {
  const meant = nearestWord(text, help.words ?? []);
  return [
    ...(meant === null ? [] : [meant]),
    ...(/^\d{1,15}$/.test(text) ? [Number(text)] : []),
    ...(/^(?:true|false)$/i.test(text) ? [text.toLowerCase() === "true"] : []),
    ...(help.mendText === undefined ? [] : [help.mendText(text)]),
  ];
}

/** Nothing for an element that has no likely meaning. */
function mendElement(element: TomlValue, help: FieldHelp): readonly TomlValue[] {
  if (typeof element !== "string")
    return typeof element === "object" ? [element] : [String(element)];
  if (help.mendElement !== undefined) return [help.mendElement(element)];
  if (help.words === undefined) return element === "" ? [] : [element];
  const meant = nearestWord(element, help.words);
  return meant === null ? [] : [meant];
}

function splitAtBlanks(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function toPin(text: string): string {
  return `sha256:${text.toLowerCase().replace(/^sha-?256[:-]/, "")}`;
}

function toHost(text: string): string {
  return text.replace(/^[a-z]+:\/\//i, "").replace(/[/?#].*$/, "");
}
