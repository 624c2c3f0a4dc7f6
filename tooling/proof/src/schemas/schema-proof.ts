import {
  createValidator,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  lintSchema,
  parseBounded,
} from "@perspt/json";
import { lagDuring, leastLag, MAX_LOOP_LAG } from "../measure/loop-lag.js";
import { percentile } from "../measure/percentile.js";
import { casesOf, type Proof, repeats } from "../proof.js";
import { Random } from "../random.js";
import { hostileSchema } from "./hostile-schema.js";
import { hostileValue } from "./hostile-value.js";

const WHOLE = 20_000;
/** Longest JSON text of a value, in characters. */
const MAX_VALUE = 1_000_000;
/** What the wire lets through (T29). */
const MAX_DEPTH = 128;

interface SchemaCase {
  readonly family: string;
  readonly schema: JsonObject;
  readonly value: JsonValue;
}

/** Lint, compilation and check of strangers' schemas neither throw nor hold the event loop. */
export const schemaProof: Proof = {
  name: "schemas",
  about:
    "hostile schemas, linted, compiled and applied to hostile values of up to 1 MB (S2, T34–T36)",
  async run(options) {
    const lags: number[] = [];
    const faults: string[] = [];
    const verdicts = new Map<string, number>();
    let longest = { lag: 0, where: "none" };
    let repeated = 0;
    // The first use loads the compiler, once in a process; that is no work on a schema.
    await createValidator().validate({ schema: {}, value: null });
    for (const index of casesOf(options, WHOLE)) {
      const drawn = drawCase(options.seed, index);
      const where = `${drawn.family}; ${repeats(this, options, index)}`;
      const first = await lagDuring(() => judge(drawn));
      const { lag, repetitions } = await leastLag(first.lag, () => judge(drawn));
      verdicts.set(first.result, (verdicts.get(first.result) ?? 0) + 1);
      if (first.result.startsWith("threw")) faults.push(`${first.result} (${where})`);
      if (repetitions > 0) repeated += 1;
      if (lag > longest.lag) longest = { lag, where };
      lags.push(lag);
      if (index % 500 === 499) options.progress(`${index + 1} schemas`);
    }
    return {
      faults,
      figures: [
        ...[...verdicts]
          .toSorted(([one], [other]) => one.localeCompare(other))
          .map(([name, value]) => ({ name, value, unit: "cases" as const, atMost: null })),
        {
          name: "measured again, the machine being busy",
          value: repeated,
          unit: "cases",
          atMost: null,
        },
        {
          name: "event loop held, 99th percentile",
          value: percentile(lags, 0.99),
          unit: "ms",
          atMost: null,
        },
        {
          name: `event loop held at most (${longest.where})`,
          value: longest.lag,
          unit: "ms",
          atMost: MAX_LOOP_LAG,
        },
      ],
    };
  },
};

/** The schema and value of one index, as the wire would bring them. */
function drawCase(seed: number, index: number): SchemaCase {
  const random = new Random(seed, index);
  const { family, schema } = hostileSchema(random);
  const asRead = received(schema);
  return {
    family,
    schema: isJsonObject(asRead) ? asRead : {},
    value: received(hostileValue(random, MAX_VALUE)),
  };
}

/** Null for what the wire does not let through. */
function received(value: JsonValue): JsonValue {
  const text = JSON.stringify(value);
  const parsed = parseBounded(text, { maxBytes: 4 * text.length, maxDepth: MAX_DEPTH });
  return parsed.kind === "parsed" ? parsed.value : null;
}

/** What admission and a result's check do, with nothing kept from earlier cases. */
async function judge({ schema, value }: SchemaCase): Promise<string> {
  try {
    const lint = lintSchema(schema, { purpose: "output" });
    const validation = await createValidator().validate({ schema, value });
    return lint.kind === "rejected" ? "rejected by the lint" : validation.kind.replace("_", " ");
  } catch (error) {
    return `threw ${String(error)}`;
  }
}
