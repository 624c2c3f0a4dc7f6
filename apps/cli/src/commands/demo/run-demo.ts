import { join } from "node:path";
import type { ConfigPaths } from "@perspt/config";
import type { Composition } from "../../composition.js";
import type { Machine } from "../../machine/machine.js";
import { type Block, code, heading, indented, line } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { loadConfig } from "../../settings/load-config.js";
import { verifySessions } from "../journal/verify-sessions.js";
import { admission, allowedCall, refusedCall, serverCrash } from "./call-steps.js";
import { programCrash } from "./crash-step.js";
import { demoConfig } from "./demo-config.js";
import { claim, type StepReport, type StepResult, stepBlocks } from "./demo-step.js";
import {
  type DemoWorld,
  demoPaths,
  demoServerFile,
  openDemoHost,
  withDemoDirectory,
} from "./demo-world.js";

export interface DemoPorts {
  readonly machine: Machine;
  readonly compose: (paths: ConfigPaths) => Composition;
}

/**
 * `perspt demo`: the whole journey on the real parts, offline, in a directory that goes when it ends. What it prints is what they
 * answered; each step says what it claims, and the demo succeeds only if every claim held.
 */
export async function runDemo({ machine, compose }: DemoPorts): Promise<CommandResult> {
  const reports: StepReport[] = [];
  await machine.show([
    line("A demo server, a policy, and what Perspt makes of them. Nothing leaves this machine."),
    line(),
  ]);
  await withDemoDirectory(async (directory) => {
    const world = demoWorld(directory, machine, compose);
    for await (const report of demoSteps(world)) {
      reports.push(report);
      await machine.show(stepBlocks(reports.length, report));
      if (report.claims.some(({ holds }) => !holds)) return;
    }
  });
  const result = success({ steps: reports.map(document) }, NEXT);
  const broken = reports.flatMap(({ claims }) => claims.filter(({ holds }) => !holds));
  if (broken.length === 0) return result;
  return {
    ...result,
    report: [],
    exitCode: EXIT_CODES.usage,
    failure: {
      code: "demo_failed",
      message: `The demo did not do what it says: ${broken.map(({ text }) => text).join(" ")}`,
      hint: "Please report it, with everything above.",
    },
  };
}

function demoWorld(directory: string, machine: Machine, compose: DemoPorts["compose"]): DemoWorld {
  const paths = demoPaths(directory);
  const notesDirectory = join(directory, "notes");
  return {
    machine,
    paths,
    composition: compose(paths),
    notesDirectory,
    serverCommand: [process.execPath, demoServerFile(machine), notesDirectory],
  };
}

async function* demoSteps(world: DemoWorld): AsyncGenerator<StepReport> {
  yield {
    title: "A configuration: one server, and a policy for its tools",
    ...(await configure(world)),
  };
  const host = await openDemoHost(world);
  try {
    yield { title: "Discovery and admission", ...admission(host, world) };
    yield { title: "A call that is allowed", ...(await allowedCall(host, world)) };
    yield { title: "A call that is refused", ...(await refusedCall(host, world)) };
    yield {
      title: "A server that dies in the middle of a call",
      ...(await serverCrash(host, world)),
    };
  } finally {
    await host.host.close();
  }
  yield {
    title: "Perspt itself is killed in the middle of a call",
    ...(await programCrash(world)),
  };
  yield { title: "The journals, verified", ...verification(world) };
}

async function configure({ machine, paths, serverCommand }: DemoWorld): Promise<StepResult> {
  const text = demoConfig(serverCommand);
  await machine.files.createFile(paths.configFile, text);
  const loading = await loadConfig(machine.files, paths.configFile);
  return {
    blocks: [indented(2, paths.configFile), code(text, 4)],
    claims: [
      claim(
        "The file loads, without a warning.",
        loading.kind === "loaded" && loading.warnings.length === 0,
      ),
    ],
  };
}

function verification({ paths }: DemoWorld): StepResult {
  const { report, exitCode } = verifySessions(null, paths.stateDirectory);
  return {
    blocks: report,
    claims: [claim("Every record of both sessions verifies.", exitCode === EXIT_CODES.ok)],
  };
}

function document({ title, claims }: StepReport) {
  return { title, claims: claims.map(({ text, holds }) => ({ text, holds })) };
}

/** What a person can do now. */
const NEXT: readonly Block[] = [
  heading("Every step did what it says. Next:"),
  indented(2, "perspt config init            write a first configuration of your own"),
  indented(
    2,
    "perspt mcp inspect            see what your servers offer, and the policy they need",
  ),
  indented(2, "perspt mcp call OPERATION     make one governed call"),
  indented(2, "perspt journal list           see what was decided and done"),
];
