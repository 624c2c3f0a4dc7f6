import type { JsonObject, JsonValue } from "@perspt/json";
import type { Random } from "../random.js";

/** Makes a value whose JSON text has about this many characters. */
type ValueMaker = (random: Random, size: number) => JsonValue;

/** What a hostile server sends as a result: much of one kind. */
const MAKERS: readonly [ValueMaker, ...ValueMaker[]] = [
  (random, size) => longText(random, size),
  (random, size) => random.list(size >> 1, () => random.between(0, 9)),
  (random, size) => random.list(size >> 3, (index) => index + random.next()),
  (random, size) =>
    random.list(size >> 2, (): JsonValue => random.pick<JsonValue>([[], null, true])),
  (_, size) => range(size >> 2, () => ({})),
  (_, size) => range(Math.floor(size / 9), (index) => ({ a: index })),
  (_, size) => range(Math.floor(size / 14), (index) => ({ a: { a: index }, b: [index] })),
  (_, size) => members(size >> 4, (index) => index),
  (_, size) => members(Math.floor(size / 22), (index) => ({ a: index })),
  (_, size) => range(64, (index) => `${index}${"a".repeat(size >> 6)}`),
  (random, size) => range(size >> 6, (index) => `${index} ${longText(random, 50)}`),
  (_, size) => range(1000, () => members(Math.floor(size / 16_000), () => 1)),
  (random, size) => nested(random.between(1, 120), () => range(size >> 1, () => 1)),
  (_, size) => range(Math.floor(size / 700), () => nested(100, () => 1)),
  (random, size) => tree(random.between(2, 6), Math.log2(size / 20)),
  (random, size) => random.list(size >> 5, () => small(random)),
];

/** A value of up to `most` characters, of any shape; half of them are small. */
export function hostileValue(random: Random, most: number): JsonValue {
  if (random.chance(0.2)) return small(random);
  const size = random.chance(0.5) ? most : random.magnitude(10, most);
  const make = random.pick(MAKERS);
  const value = make(random, size);
  const length = JSON.stringify(value).length;
  return length > most ? make(random, Math.floor((size * most) / length / 1.1)) : value;
}

/** Values as deep as the schemas that recurse through `a`. */
export function nested(levels: number, innermost: () => JsonValue): JsonValue {
  let value = innermost();
  for (let level = 0; level < levels; level += 1) value = level % 8 === 7 ? [value] : { a: value };
  return value;
}

/** An object of many members; their names are what patterns are tried on. */
export function members(count: number, member: (index: number) => JsonValue): JsonObject {
  return Object.fromEntries(range(count, (index) => [`k${index}`, member(index)]));
}

export function range<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => item(index));
}

/** Text on which a backtracking engine would go back and forth. */
export function longText(random: Random, length: number): string {
  const unit = random.pick([
    "a",
    "ab",
    "aaaaaaab",
    "0",
    " ",
    "é",
    "日本",
    "🦜",
    "a.b@",
    "\\",
    "\ud800",
  ]);
  const end = random.pick(["", "!", "X", "\n"]);
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, Math.floor(length)) + end;
}

function tree(fan: number, depth: number): JsonValue {
  if (depth < 1) return 1;
  return Object.fromEntries(
    range(fan, (index) => [index === 0 ? "a" : `b${index}`, tree(fan, depth - Math.log2(fan) - 1)]),
  );
}

const NAMES = [
  "a",
  "b",
  "k1",
  "constructor",
  "toString",
  "__proto__x",
  "hasOwnProperty",
  "",
  "é",
] as const;

/** As parsed from the wire: no prototype plays a part. */
export function small(random: Random, depth = 3): JsonValue {
  switch (random.between(0, depth > 0 ? 7 : 5)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick([0, 1, -1, 0.1, 1e308, 5e-324, 9_007_199_254_740_991]);
    case 3:
      return random.pick(["", "a", "ab", "aaaa!", "x".repeat(100)]);
    case 4:
      return random.between(-100, 100);
    case 5:
      return longText(random, random.between(0, 50));
    case 6:
      return random.list(random.between(0, 4), () => small(random, depth - 1));
    default:
      return Object.fromEntries(
        random.list(random.between(0, 4), () => [random.pick(NAMES), small(random, depth - 1)]),
      );
  }
}
