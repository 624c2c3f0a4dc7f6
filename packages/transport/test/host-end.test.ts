import { existsSync } from "node:fs";
import { join } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import { eventually, isRunning, recordedPids, temporaryFolder } from "./harness.js";
import { endOf, startHost } from "./host-process.js";

/** A host that holds one started server and then does `then`. */
function hostScript(server: "wrapper" | "ignores-terminate", pids: string, then: string): string {
  return `
    const link = transport.createTransport({
      kind: "stdio",
      command: [process.execPath, ${JSON.stringify(fixture(server))}, "--pids", ${JSON.stringify(pids)}],
      workingDirectory: "/",
      environment: new Map(),
      maxMessageBytes: 100_000,
      maxStderrBytes: 1000,
    });
    await link.start();
    ${then}`;
}

async function pidsIn(file: string): Promise<readonly number[]> {
  await eventually(() => existsSync(file));
  return recordedPids(file);
}

describe("T10, report 6: when the host ends without closing its transports", () => {
  test.each(["SIGKILL", "SIGINT", "SIGTERM"] as const)(
    "by %s, the whole tree ends because its input ends",
    async (signal) => {
      const pids = join(temporaryFolder(), "pids");
      const host = await startHost(hostScript("wrapper", pids, "setInterval(() => {}, 1000);"));
      const group = await pidsIn(pids);
      host.kill(signal);
      await endOf(host);
      await eventually(() => !group.some(isRunning));
    },
  );

  test.each([
    ["by a call of exit", "process.exit(7);", 7],
    ["by an uncaught exception", 'setTimeout(() => { throw new Error("fault"); }, 0);', 1],
  ])("%s, its exit hook ends even what ignores that", async (_name, ending, status) => {
    const pids = join(temporaryFolder(), "pids");
    const host = await startHost(
      hostScript(
        "ignores-terminate",
        pids,
        `process.on("exit", transport.killRemainingPrograms);
         const { existsSync } = await import("node:fs");
         while (!existsSync(${JSON.stringify(pids)})) await new Promise((r) => setTimeout(r, 20));
         ${ending}`,
      ),
    );
    const { code } = await endOf(host);
    expect(code).toBe(status);
    await eventually(() => !recordedPids(pids).some(isRunning));
  });
});

test("T10: a host whose last act is to close waits for the end of the tree, and is not kept alive beyond it", async () => {
  const pids = join(temporaryFolder(), "pids");
  const host = await startHost(
    hostScript(
      "ignores-terminate",
      pids,
      `await new Promise((resolve) => setTimeout(resolve, 500));
       await link.close();`,
    ),
  );
  const { code } = await endOf(host);
  expect(code).toBe(0);
  expect(recordedPids(pids).map(isRunning)).toStrictEqual([false, false]);
});

describe("T23: with TLS verification turned off by the environment", () => {
  const script = (url: string) => `
    const link = transport.createTransport({
      kind: "streamable_http",
      url: ${JSON.stringify(url)},
      headers: new Map(),
      maxMessageBytes: 1000,
    });
    await link.start().then(
      () => console.log("started"),
      (error) => { console.log(error.code); process.exitCode = 4; },
    );`;
  const environment = { PATH: process.env["PATH"], NODE_TLS_REJECT_UNAUTHORIZED: "0" };

  test("an endpoint elsewhere is refused", async () => {
    const host = await startHost(script("https://tools.example.test/mcp"), environment);
    const { code, output } = await endOf(host);
    expect(output).toContain("tls_verification_off");
    expect(code).toBe(4);
  });

  test("one on this machine may be tried", async () => {
    const host = await startHost(script("https://localhost:1/mcp"), environment);
    const { code, output } = await endOf(host);
    expect(output).toContain("started");
    expect(code).toBe(0);
  });
});
