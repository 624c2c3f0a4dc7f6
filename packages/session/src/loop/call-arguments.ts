import { ARGUMENT_LIMITS, type JsonValue, parseStrict } from "@perspt/json";

/** The JSON text of a call's arguments as a model wrote it: nothing at all is no arguments. */
export function argumentsText(written: string): string {
  return written === "" ? "{}" : written;
}

/** The value that a call's arguments spell; null where they spell none, or could be read in two ways. */
export function readArguments(written: string): JsonValue {
  const reading = parseStrict(argumentsText(written), ARGUMENT_LIMITS);
  return reading.kind === "parsed" ? reading.value : null;
}
