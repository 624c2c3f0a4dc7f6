import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { Outbox } from "./outbox.js";
import type { RunningProgram } from "./spawn-port.js";

/** A pipe that takes each write when it is told to, or breaks. */
function pipe() {
  const writes: string[] = [];
  const answers: { take(): void; fail(error: Error): void }[] = [];
  const program: RunningProgram = {
    pid: 1,
    write: (text) =>
      new Promise((take, fail) => {
        writes.push(text);
        answers.push({ take, fail });
      }),
    pauseOutput() {},
    resumeOutput() {},
    endInput() {},
    signal() {},
    isAlive: () => true,
  };
  return { program, writes, answers };
}

const notification = (method: string): JSONRPCMessage => ({ jsonrpc: "2.0", method });
const line = (method: string) => `${JSON.stringify(notification(method))}\n`;

function sending(outbox: Outbox, method: string, said: string[]): void {
  outbox.add({
    message: notification(method),
    begun: () => said.push(`${method} begun`),
    written: () => said.push(`${method} written`),
    failed: () => said.push(`${method} failed`),
  });
}

test("what gathers behind a busy pipe is written at once, and what is refused is not among it", async () => {
  const { program, writes, answers } = pipe();
  const said: string[] = [];
  const outbox = new Outbox(program, (message) =>
    "method" in message && message.method === "c"
      ? { kind: "refuse", code: "no", reason: "c" }
      : { kind: "proceed" },
  );
  for (const method of ["a", "b", "c", "d"]) sending(outbox, method, said);
  expect(writes).toEqual([line("a")]);
  expect(said).toEqual(["a begun"]);
  answers[0]?.take();
  await Promise.resolve();
  await Promise.resolve();
  expect(writes).toEqual([line("a"), line("b") + line("d")]);
  expect(said).toEqual(["a begun", "a written", "b begun", "c failed", "d begun"]);
});

test("nothing is asked for or begun beyond what the pipe holds, and can be withdrawn until then", async () => {
  const { program, writes, answers } = pipe();
  const asked: number[] = [];
  const outbox = new Outbox(program, ({ ...message }) => {
    asked.push(JSON.stringify(message).length);
    return { kind: "proceed" };
  });
  const said: string[] = [];
  sending(outbox, "first", said);
  for (const method of ["x".repeat(60_000), "y".repeat(60_000), "z"]) sending(outbox, method, said);
  answers[0]?.take();
  await Promise.resolve();
  await Promise.resolve();
  expect(writes).toHaveLength(2);
  expect(asked).toHaveLength(3);
  expect(said.some((each) => each.startsWith("z"))).toBe(false);
});

test("a pipe that breaks fails everything that was on its way in it", async () => {
  const { program, answers } = pipe();
  const said: string[] = [];
  const outbox = new Outbox(program, () => ({ kind: "proceed" }));
  for (const method of ["a", "b", "c"]) sending(outbox, method, said);
  answers[0]?.take();
  await Promise.resolve();
  await Promise.resolve();
  answers[1]?.fail(new Error("EPIPE"));
  await Promise.resolve();
  await Promise.resolve();
  expect(said.slice(1)).toEqual(["a written", "b begun", "c begun", "b failed", "c failed"]);
});
