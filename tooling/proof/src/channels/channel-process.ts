import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isJsonObject, parseBounded } from "@perspt/json";
import type { ChannelReading } from "./measure-channel.js";

/** The bundle of `channel-program.ts`, which lies beside this one. */
const PROGRAM = fileURLToPath(new URL("channel-program.js", import.meta.url));
const LIMITS = { maxBytes: 64 * 1024, maxDepth: 8 };

/** Measures one channel in a process of its own. */
export function measureApart(index: number, bytes: number): Promise<ChannelReading> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [PROGRAM, `${index}`, `${bytes}`], (error, stdout, stderr) => {
      const reading = error === null ? readingIn(stdout) : null;
      if (reading !== null) resolve(reading);
      else reject(new Error(`Measuring a channel failed: ${error?.message ?? stdout}\n${stderr}`));
    });
  });
}

function readingIn(text: string): ChannelReading | null {
  const parsed = parseBounded(text, LIMITS);
  if (parsed.kind !== "parsed" || !isJsonObject(parsed.value)) return null;
  const { ending, noticed, growth, lag, took, processor } = parsed.value;
  if (typeof ending !== "string" || !Array.isArray(noticed)) return null;
  const numbers = { growth, lag, took, processor };
  return areNumbers(numbers)
    ? { ending, noticed: noticed.filter((code) => typeof code === "string"), ...numbers }
    : null;
}

function areNumbers<Key extends string>(
  values: Readonly<Record<Key, unknown>>,
): values is Readonly<Record<Key, number>> {
  return Object.values(values).every((value) => typeof value === "number");
}
