import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fixture } from "@perspt/fixture-servers";
import { describe, expect, test } from "vitest";
import {
  callForText,
  NODE,
  pidOf,
  rejection,
  started,
  stdioTransport,
  temporaryFolder,
  toolCall,
} from "./harness.js";

describe("starting a program", () => {
  test("T02: passes the arguments as they stand, through no shell", async () => {
    const nasty = ["; touch m", "$(id)", "`id`", "a\nb", '"', "'", "", "%PATH%", "*"];
    const transport = await started(stdioTransport([NODE, fixture("toolbox"), ...nasty]));
    const shown = await callForText(transport, toolCall(1, "arguments"));
    expect(JSON.parse(shown)).toStrictEqual(nasty);
  });

  test("I13, T08, report 22: gives the child PATH and the mapped variables, and nothing else", async () => {
    const transport = await started(
      stdioTransport([NODE, fixture("toolbox")], { environment: new Map([["DOCS_TOKEN", "t"]]) }),
    );
    const shown = await callForText(transport, toolCall(1, "environment"));
    expect(JSON.parse(shown)).toStrictEqual({ PATH: process.env["PATH"], DOCS_TOKEN: "t" });
  });

  test("T03: runs it in the given folder", async () => {
    const folder = temporaryFolder();
    const transport = await started(
      stdioTransport([NODE, fixture("toolbox")], { workingDirectory: folder }),
    );
    expect(await callForText(transport, toolCall(1, "working_directory"))).toBe(folder);
  });

  test("T03: refuses a bare name where PATH has a relative entry, and starts nothing", async () => {
    const ports = { environment: { PATH: `${process.env["PATH"]}:.` } };
    const error = await rejection(stdioTransport(["node"], {}, ports).start());
    expect(error.code).toBe("unsafe_program");
  });

  test("T03: refuses a program in the workspace", async () => {
    const workspace = temporaryFolder();
    const program = join(workspace, "server");
    writeFileSync(program, "#!/bin/sh\ntouch started\n");
    chmodSync(program, 0o755);
    const transport = stdioTransport([program], { workspace, workingDirectory: workspace });
    expect((await rejection(transport.start())).code).toBe("unsafe_program");
    expect(existsSync(join(workspace, "started"))).toBe(false);
  });

  test("I14: a missing program, one that may not run, and one without interpreter are told apart", async () => {
    const folder = temporaryFolder();
    const plain = join(folder, "plain");
    writeFileSync(plain, "hello");
    const orphan = join(folder, "orphan");
    writeFileSync(orphan, "#!/no/such/interpreter\n");
    chmodSync(orphan, 0o755);

    const code = async (...command: [string]) =>
      (await rejection(stdioTransport(command).start())).code;
    expect(await code("no-such-program-anywhere")).toBe("program_not_found");
    expect(await code(join(folder, "absent"))).toBe("program_not_found");
    expect(await code(plain)).toBe("program_not_executable");
    expect(await code(orphan)).toBe("spawn_failed");
  });

  test("I14: a working directory that is not there is named", async () => {
    const transport = stdioTransport([NODE], { workingDirectory: "/no/such/folder" });
    const error = await rejection(transport.start());
    expect(error.code).toBe("spawn_failed");
    expect(error.hint).toContain("/no/such/folder");
  });

  test("T09, T21: refuses what checkEndpoint refuses", async () => {
    expect((await rejection(stdioTransport(["run.bat"]).start())).code).toBe("invalid_endpoint");
    const environment = new Map([["TOKEN", "secret\0"]]);
    const error = await rejection(stdioTransport([NODE], { environment }).start());
    expect(error.code).toBe("invalid_endpoint");
    expect(error.message).not.toContain("secret");
  });

  test("I15: tells the SDK that it is a stdio transport, so that the probe goes to the live pipe", async () => {
    const transport = await started(stdioTransport([NODE, fixture("silent")]));
    expect("pid" in transport && "stderr" in transport).toBe(true);
    expect(pidOf(transport)).toBeGreaterThan(0);
  });
});
