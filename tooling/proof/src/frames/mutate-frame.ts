import type { Random } from "../random.js";
import { BASE_FRAMES } from "./base-frames.js";

type Mutation = (bytes: Buffer, random: Random) => Buffer;

/** Pieces of text that parsers stumble over. */
const PIECES: readonly [string, ...string[]] = [
  '"__proto__":{"polluted":true},',
  '"\\u005f_proto__":{"polluted":true},',
  '"constructor":{"prototype":{"polluted":true}},',
  '"toString":null,',
  '"id":@id@,',
  '"id":"@id@",',
  '"id":null,',
  '"id":1.0,',
  '"result":{},',
  '"error":{"code":1,"message":"m"},',
  '"method":"x",',
  '"jsonrpc":"1.0",',
  "1e400",
  "-1e-400",
  "9007199254740993",
  "123456789012345678901234567890",
  "-0",
  "0x10",
  "NaN",
  "1".repeat(400),
  `0.${"3".repeat(5000)}`,
  "\\ud800",
  "\\udfff\\ud800",
  '"\\ud800":"\\udc00",',
  "\\u0000",
  "\\x",
  "\u2028",
  "\u0085",
  "\r\n",
  "\n",
  "\r",
  "\n\n",
  "\ndata: ",
  "\nevent: other\n",
  "\nid: 1\nretry: 0\n",
  ": comment\n",
  "\ufeff",
  "\u0000",
  "\u001b]0;owned\u0007",
  "/*",
  "'",
  "{",
  "}",
  "[",
  "]",
  '"',
  ",",
  ":",
  "null",
  "true",
];

/** Bytes that are no UTF-8: cut off, too long, of surrogates, beyond Unicode. */
const BROKEN_BYTES: readonly [Buffer, ...Buffer[]] = [
  Buffer.from([0xff]),
  Buffer.from([0xc3]),
  Buffer.from([0xe2, 0x82]),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf8, 0x88, 0x80, 0x80, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
];

/** A frame of this size is beyond the cap of the links that are tried. */
const OVERSIZE = 1_300_000;

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  // A bit, a byte, several bytes.
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    const at = random.between(0, Math.max(0, bytes.length - 1));
    changed[at] = (changed[at] ?? 0) ^ (1 << random.between(0, 7));
    return changed;
  },
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    for (let count = random.between(1, 8); count > 0; count -= 1) {
      changed[random.between(0, Math.max(0, bytes.length - 1))] = random.between(0, 255);
    }
    return changed;
  },
  (bytes, random) => bytes.subarray(0, random.between(0, bytes.length)),
  (bytes, random) => bytes.subarray(random.between(0, bytes.length)),
  (bytes, random) => replaced(bytes, random, 40, Buffer.alloc(0)),
  // A part of it twice, or of another frame.
  (bytes, random) => inserted(bytes, random, pieceOf(bytes, random)),
  (bytes, random) => inserted(bytes, random, pieceOf(baseFrame(random), random)),
  (bytes, random) => replaced(bytes, random, 60, pieceOf(baseFrame(random), random)),
  (bytes, random) => Buffer.concat([bytes, baseFrame(random)]),
  (bytes, random) => Buffer.concat([bytes.subarray(0, bytes.length >> 1), baseFrame(random)]),
  // What parsers stumble over: most of it where a member or a value may begin.
  (bytes, random) => inserted(bytes, random, Buffer.from(random.pick(PIECES))),
  (bytes, random) => insertedAt(bytes, placeAfter(bytes, random, "{"), random.pick(PIECES)),
  (bytes, random) => insertedAt(bytes, placeAfter(bytes, random, ":"), random.pick(PIECES)),
  (bytes, random) => inValue(bytes, random, random.pick(PIECES)),
  (bytes, random) => inserted(bytes, random, random.pick(BROKEN_BYTES)),
  // Much of one kind.
  (bytes, random) => inValue(bytes, random, "[".repeat(random.magnitude(1, 100_000))),
  (bytes, random) => {
    const levels = random.magnitude(1, 2000);
    return inValue(bytes, random, `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
  },
  (bytes, random) => inValue(bytes, random, `[${"[],".repeat(random.magnitude(1, 60_000))}0]`),
  (bytes, random) => inValue(bytes, random, `"${"é".repeat(random.magnitude(1, 60_000))}"`),
  (bytes, random) => inValue(bytes, random, `"${"\\u0041".repeat(random.magnitude(1, 20_000))}"`),
  (bytes, random) => inValue(bytes, random, "9".repeat(random.magnitude(1, 100_000))),
  (bytes, random) => {
    const count = random.magnitude(1, 10_000);
    const members = Array.from({ length: count }, (_, index) => `"k${index}":${index}`);
    return inValue(bytes, random, `{${members.join()}}`);
  },
  (bytes, random) => inserted(bytes, random, Buffer.alloc(random.magnitude(1, 100_000), " ")),
  (bytes, random) =>
    random.chance(0.03) ? inValue(bytes, random, `"${"x".repeat(OVERSIZE)}"`) : Buffer.from(bytes),
];

/** A frame with up to four things wrong with it, most often one; some have none. */
export function mutatedFrame(random: Random): Buffer {
  let bytes = baseFrame(random);
  for (let count = random.magnitude(0, 4); count > 0; count -= 1) {
    bytes = random.pick(MUTATIONS)(bytes, random);
  }
  return bytes;
}

function baseFrame(random: Random): Buffer {
  return Buffer.from(random.pick(BASE_FRAMES));
}

function pieceOf(bytes: Buffer, random: Random): Buffer {
  const start = random.between(0, bytes.length);
  return bytes.subarray(start, random.between(start, bytes.length));
}

function replaced(bytes: Buffer, random: Random, most: number, piece: Buffer): Buffer {
  const start = random.between(0, bytes.length);
  const end = Math.min(bytes.length, start + random.between(0, most));
  return Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(end)]);
}

function inserted(bytes: Buffer, random: Random, piece: Buffer): Buffer {
  return insertedAt(bytes, random.between(0, bytes.length), piece);
}

function insertedAt(bytes: Buffer, at: number, piece: string | Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(piece), bytes.subarray(at)]);
}

/** Behind one of the marks, wherever that is; at the end where there is none. */
function placeAfter(bytes: Buffer, random: Random, mark: string): number {
  const from = random.between(0, bytes.length);
  const at = bytes.indexOf(mark, from);
  return at === -1 ? bytes.length : at + 1;
}

/** In place of one value of a member, which is what stands between a colon and the next comma or brace. */
function inValue(bytes: Buffer, random: Random, value: string): Buffer {
  const start = placeAfter(bytes, random, ":");
  const ends = [",", "}"].map((mark) => bytes.indexOf(mark, start)).filter((at) => at !== -1);
  const end = Math.min(bytes.length, ...ends);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(value), bytes.subarray(end)]);
}
