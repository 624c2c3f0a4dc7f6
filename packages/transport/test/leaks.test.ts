import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fixture, startFixture } from "@perspt/fixture-servers";
import { expect, onTestFinished, test } from "vitest";
import {
  eventually,
  httpTransport,
  isRunning,
  NODE,
  recordedPids,
  request,
  started,
  stdioTransport,
  temporaryFolder,
  toolCall,
} from "./harness.js";

/** S7: opening and closing leaves nothing behind. */

function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}

/** How many are open side by side. */
const BATCH = 10;

/** A hundred in the proof (`npm run proof:servers`), fewer among the other tests. */
const CYCLES = process.env["PERSPT_PROOF"] === "whole" ? 10 * BATCH : BATCH;

test.runIf(process.platform === "linux")(
  "S7: hostile servers, opened and closed again and again, leave no process and no descriptor",
  async () => {
    const folder = temporaryFolder();
    const pidFile = (cycle: number) => join(folder, `pids-${cycle}`);
    const cycle = async (index: number) => {
      const stubborn = await started(
        stdioTransport([NODE, fixture("ignores-terminate"), "--pids", pidFile(index)]),
      );
      await stubborn.send(toolCall(1, "echo", { message: "a" }));
      const noisy = await started(stdioTransport([NODE, fixture("noisy-stdout")]));
      await noisy.send(request(1, "server/discover")).catch(() => {});
      await Promise.all([stubborn.close(), noisy.close()]);
    };
    await cycle(0);
    const before = openDescriptors();
    for (let first = 1; first <= CYCLES; first += BATCH) {
      await Promise.all(Array.from({ length: BATCH }, (_, index) => cycle(first + index)));
    }
    const pids = Array.from({ length: CYCLES + 1 }, (_, index) => recordedPids(pidFile(index)));
    await eventually(() => !pids.flat().some(isRunning));
    await eventually(() => openDescriptors() <= before);
  },
  300_000,
);

test.runIf(process.platform === "linux")("S7: nor do HTTP servers that never let go", async () => {
  const drip = await startFixture("drips-for-ever");
  onTestFinished(() => drip.stop());
  const cycle = async () => {
    const transport = await started(httpTransport(drip.url));
    const abort = new AbortController();
    const call = transport.send(toolCall(1, "keep_alive"), { requestSignal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await call.catch(() => {});
    await transport.close();
  };
  await cycle();
  const before = openDescriptors();
  for (let round = 0; round < CYCLES; round += 1) await cycle();
  await eventually(() => openDescriptors() <= before);
  expect(process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length).toBe(
    0,
  );
});
