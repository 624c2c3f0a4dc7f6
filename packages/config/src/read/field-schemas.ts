import {
  EFFECT_KINDS,
  type EffectKind,
  type Mode,
  RISK_CLASSES,
  type RiskClass,
} from "@perspt/kernel";
import { isServerId, SERVER_ID_RULE } from "@perspt/policy";
import * as v from "valibot";
import type { NumberBounds } from "../bounds.js";
import type { ModelProvider } from "../perspt-config.js";
import { isSecretValue } from "../words/secrets.js";
import { isVariableName } from "../words/variable-names.js";

/*
 * Schemas of single values. Each message is the phrase that a problem's "expected" shows.
 */

export const MODES: readonly Mode[] = ["agent", "chat"];
export const TRANSPORTS = ["stdio", "streamable_http"] as const;
export const MODEL_PROVIDERS: readonly ModelProvider[] = [
  "openai",
  "anthropic",
  "google",
  "openai_compatible",
  "rehearsal",
];

export const MOUSE_MODES = ["wheel", "off"] as const;
export const EMOJI_STYLES = ["full", "simple", "ascii"] as const;

export const flag = v.boolean("true or false");

export function wholeNumber({ min, max }: Pick<NumberBounds, "min" | "max">) {
  const expected = `a whole number from ${min} to ${max}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  );
}

export function wholeNumberOr(bounds: NumberBounds) {
  return v.optional(wholeNumber(bounds), bounds.default);
}

/** One of a few words. */
export function choice<const Word extends string>(words: readonly Word[]) {
  return v.picklist(words, `one of ${words.map((word) => `"${word}"`).join(", ")}`);
}

export const text = v.pipe(
  v.string("a string that is not empty"),
  v.nonEmpty("a string that is not empty"),
);

export const textList = v.array(text, "a list of strings that are not empty");

export const effect: v.GenericSchema<unknown, EffectKind> = choice(EFFECT_KINDS);
export const risk: v.GenericSchema<unknown, RiskClass> = choice(RISK_CLASSES);

const PIN = /^sha256:[0-9a-f]{64}$/;
const PIN_EXPECTED = '"sha256:" and 64 hex digits, as perspt mcp inspect prints them';
export const pin = v.pipe(v.string(PIN_EXPECTED), v.regex(PIN, PIN_EXPECTED));

export const serverId = v.pipe(
  v.string(SERVER_ID_RULE),
  v.check((id) => isServerId(id), SERVER_ID_RULE),
);

const MODES_EXPECTED = 'a list of "agent", "chat" or both';
export const modeList = v.pipe(v.array(choice(MODES), MODES_EXPECTED), v.nonEmpty(MODES_EXPECTED));

const VARIABLE_EXPECTED = "the name of an environment variable (letters, digits and _)";
export const variableName = v.pipe(
  v.string(VARIABLE_EXPECTED),
  v.check((name) => isVariableName(name) && !isSecretValue(name), VARIABLE_EXPECTED),
);

const ARGV_EXPECTED = "a list of words, the program first";
export const argvPrefix = v.pipe(v.array(text, ARGV_EXPECTED), v.nonEmpty(ARGV_EXPECTED));

/** The kernel's own form of a granted host: no scheme, no wildcard, no path. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;
const HOST_EXPECTED = '"name" or "name:port", without scheme or path';
export const hostName = v.pipe(v.string(HOST_EXPECTED), v.regex(HOST, HOST_EXPECTED));
