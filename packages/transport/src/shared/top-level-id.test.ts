import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sniffId, TopLevelIdScanner } from "./top-level-id.js";

function sniffText(text: string): string | number | null {
  return sniffId(Buffer.from(text));
}

const id = fc.oneof(fc.maxSafeInteger(), fc.string({ maxLength: 30 }));

describe("the id of a message that cannot be parsed", () => {
  test("is found before or after the payload, whatever the payload holds", () => {
    fc.assert(
      fc.property(id, fc.jsonValue(), fc.boolean(), (wanted, result, isFirst) => {
        const text = isFirst
          ? JSON.stringify({ jsonrpc: "2.0", id: wanted, result })
          : JSON.stringify({ result, jsonrpc: "2.0", id: wanted }, null, 1);
        // JSON.stringify writes -0 as 0.
        expect(sniffText(text)).toBe(wanted === 0 ? 0 : wanted);
      }),
    );
  });

  test("does not depend on where the message is cut", () => {
    fc.assert(
      fc.property(id, fc.jsonValue(), fc.nat(), (wanted, result, cut) => {
        const bytes = Buffer.from(JSON.stringify({ result, id: wanted }));
        const scanner = new TopLevelIdScanner();
        scanner.push(bytes.subarray(0, cut % bytes.length));
        scanner.push(bytes.subarray(cut % bytes.length));
        expect(scanner.id).toBe(wanted === 0 ? 0 : wanted);
      }),
    );
  });

  test.each([
    ["only inside the result", '{"result":{"id":7}}'],
    ["only inside a list", '{"list":[{"id":7}]}'],
    ["only as a value", '{"key":"id","other":7}'],
    ["null", '{"id":null}'],
    ["a fraction", '{"id":1.5}'],
    ["an object", '{"id":{"id":7}}'],
    ["given twice", '{"id":7,"id":8}'],
    ["longer than any of ours", `{"id":"${"x".repeat(300)}"}`],
    ["in something that is no object", '[{"id":7}]'],
    ["in plain text", "id: 7"],
  ])("is not guessed where it is %s", (_name, text) => {
    expect(sniffText(text)).toBeNull();
  });

  test.each([
    [
      "invalid UTF-8 in the payload",
      Buffer.from([...Buffer.from('{"id":7,"result":"'), 0xff, 0x22]),
    ],
    ["a payload that never ends", Buffer.from('{"id":7,"result":{"text":"aaaa')],
    ["an escaped quote", Buffer.from('{"a":"\\"}","id":7}')],
    ["a byte order mark", Buffer.from('\ufeff{"id":7}')],
  ])("is found beside %s", (_name, bytes) => {
    expect(sniffId(bytes)).toBe(7);
  });

  test("text that cannot be an object is recognised by its first character", () => {
    const scanner = new TopLevelIdScanner();
    scanner.push(Buffer.from(" \t"));
    expect(scanner.mayBeObject).toBe(true);
    scanner.push(Buffer.from("x"));
    expect(scanner.mayBeObject).toBe(false);
  });
});
