import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteBuffer } from "./byte-buffer.js";

test("a buffer gives back exactly what was appended, however it was cut", () => {
  const lengths = fc.array(
    fc.oneof(fc.nat(10), fc.nat(3000), fc.integer({ min: 4000, max: 9000 })),
  );
  fc.assert(
    fc.property(lengths, fc.uint8Array({ minLength: 1 }), (lengths, pattern) => {
      const buffer = new ByteBuffer();
      const parts = lengths.map((length, index) =>
        Uint8Array.from({ length }, (_, at) => (pattern[at % pattern.length] ?? 0) + index),
      );
      for (const part of parts) buffer.append(part);
      const whole = Buffer.concat(parts);
      expect(buffer.length).toBe(whole.length);
      expect(whole.equals(buffer.take())).toBe(true);
      expect(buffer.length).toBe(0);
    }),
  );
});

test("taken bytes stay as they are when the buffer is used again", () => {
  const buffer = new ByteBuffer();
  buffer.append(Uint8Array.of(1, 2));
  const taken = buffer.take();
  buffer.append(Uint8Array.of(9, 9, 9));
  expect([...taken]).toStrictEqual([1, 2]);
});

test("long pieces alone are not copied until they are taken, and one alone not at all", () => {
  const buffer = new ByteBuffer();
  const long = new Uint8Array(5000).fill(7);
  buffer.append(long);
  expect(buffer.take()).toBe(long);
});

test("a short piece between long ones keeps its place", () => {
  const buffer = new ByteBuffer();
  buffer.append(new Uint8Array(5000).fill(1));
  buffer.append(Uint8Array.of(2));
  buffer.append(new Uint8Array(5000).fill(3));
  const taken = buffer.take();
  expect([taken[4999], taken[5000], taken[5001], taken.length]).toStrictEqual([1, 2, 3, 10_001]);
});
