import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteBuffer } from "./byte-buffer.js";

test("a buffer gives back exactly what was appended, however it was cut", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3000 })), (parts) => {
      const buffer = new ByteBuffer();
      for (const part of parts) buffer.append(part);
      const whole = Buffer.concat(parts);
      expect(buffer.length).toBe(whole.length);
      expect(Buffer.from(buffer.take())).toStrictEqual(whole);
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
