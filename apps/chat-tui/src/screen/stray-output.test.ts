import { expect, test } from "vitest";
import { captureStrayOutput } from "./stray-output.js";

class Printed {
  readonly lines: string[] = [];

  write(chunk: string | Uint8Array): boolean {
    this.lines.push(String(chunk));
    return true;
  }
}

test("what is printed is kept and not shown, until the stream is released", () => {
  const stream = new Printed();
  const stray = captureStrayOutput([stream]);
  stream.write("kept, ");
  stream.write(Buffer.from("é"));
  stray.release();
  stream.write("shown");
  expect(stray.kept()).toBe("kept, é");
  expect(stream.lines).toEqual(["shown"]);
});

test("the newest 64 KiB are kept", () => {
  const stream = new Printed();
  const stray = captureStrayOutput([stream]);
  for (let index = 0; index < 20; index += 1) stream.write(`${index % 10}`.repeat(10_000));
  stray.release();
  expect(stray.kept()).toHaveLength(65_536);
  expect(stray.kept().endsWith("9".repeat(10_000))).toBe(true);
});

test("a wrapper that somebody put around it meanwhile stays", () => {
  const stream = new Printed();
  const stray = captureStrayOutput([stream]);
  const wrapper = () => true;
  stream.write = wrapper;
  stray.release();
  expect(Object.getOwnPropertyDescriptor(stream, "write")?.value).toBe(wrapper);
});

test("Node's warnings are kept too, and go to those who listened before once it is over", async () => {
  const seen: string[] = [];
  const listener = (warning: Error) => seen.push(warning.message);
  process.on("warning", listener);
  try {
    const stray = captureStrayOutput([]);
    process.emitWarning("while open");
    await new Promise((resolve) => setImmediate(resolve));
    stray.release();
    process.emitWarning("afterwards");
    await new Promise((resolve) => setImmediate(resolve));
    expect(stray.kept()).toBe("Warning: while open\n");
    expect(seen).toEqual(["afterwards"]);
  } finally {
    process.off("warning", listener);
  }
});
