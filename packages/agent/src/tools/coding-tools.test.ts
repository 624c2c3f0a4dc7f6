import { digest, lintSchema } from "@perspt/json";
import { type EffectKind, type RiskClass, resolveFootprint, type Touch } from "@perspt/kernel";
import { expect, test } from "vitest";
import { governedTools } from "../../test/governed-tools.js";
import { toolBench } from "../../test/tool-bench.js";

const EFFECTS: Readonly<Record<string, readonly [EffectKind, RiskClass]>> = {
  "local.list": ["list", "low"],
  "local.read": ["read_file", "low"],
  "local.search": ["search", "low"],
  "local.write": ["write_artifact", "low"],
  "local.patch": ["apply_patch", "low"],
  "local.move": ["move_file", "low"],
  "local.delete": ["delete_file", "low"],
  "local.run": ["run_repo_script", "medium"],
  "local.git_status": ["git_read", "low"],
  "local.git_diff": ["git_read", "low"],
  "local.git_log": ["git_read", "low"],
};

test("each tool says its effect and risk, and is known by the digest of what it says of itself", () => {
  const { tools } = toolBench({}, { isRepository: true });
  expect(
    Object.fromEntries(
      tools.map(({ definition, policy }) => [definition.operation, [policy.effect, policy.risk]]),
    ),
  ).toEqual(EFFECTS);
  for (const { definition } of tools) {
    const { operation: name, description, inputSchema } = definition;
    expect(definition.digest).toBe(digest({ name, description, inputSchema }));
    expect(lintSchema(inputSchema, { purpose: "input" }).kind).toBe("ok");
    expect(inputSchema["additionalProperties"]).toBe(false);
    expect(description.length).toBeLessThan(400);
  }
});

test("every path of a call is touched and bound, so that the kernel holds it to the grant: as written for a change, as read for a look", () => {
  const { tools } = toolBench({}, { isRepository: true });
  const argumentsValue = { path: "p", from: "f", to: "t", argv: ["x"] };
  const seen = Object.fromEntries(
    tools.map(({ definition, policy }) => {
      const context = { arguments: argumentsValue, provider: "local", root: "/r" };
      const resolved = resolveFootprint(policy.footprint, context);
      const touches: readonly Touch[] = resolved.kind === "resolved" ? resolved.touches : [];
      return [definition.operation, touches];
    }),
  );
  const path = (name: string, access: "read" | "write"): Touch => ({
    kind: "path",
    path: `/r/${name}`,
    access,
  });
  for (const { definition, policy } of tools) {
    const { operation } = definition;
    const touches = seen[operation];
    if (operation === "local.run") {
      expect(touches).toEqual([{ kind: "workspace" }]);
      expect(policy.bindings).toEqual([{ kind: "command", field: "argv" }]);
    } else if (operation === "local.move") {
      expect(touches).toEqual([path("f", "write"), path("t", "write")]);
      expect(policy.bindings).toEqual([
        { kind: "path", field: "from" },
        { kind: "path", field: "to" },
      ]);
    } else {
      const writes = ["local.write", "local.patch", "local.delete"].includes(operation);
      expect(touches).toEqual([path("p", writes ? "write" : "read")]);
      expect(policy.bindings).toEqual([{ kind: "path", field: "path" }]);
    }
  }
});

test("behind a host a tool is called as an operation, and its arguments are held to its schema", async () => {
  const bench = toolBench({ "a.txt": "one\n" });
  const { call } = await governedTools(bench);
  expect((await call("read", { path: "a.txt" })).outcome).toEqual({
    kind: "completed",
    mayHaveRun: true,
    result: { content: [{ type: "text", text: "a.txt, lines 1-1 of 1:\n     1\tone" }] },
  });
  expect((await call("read", { path: "b.txt" })).outcome).toMatchObject({
    kind: "tool_error",
    mayHaveRun: true,
    result: { isError: true },
  });
  for (const argumentsValue of [
    {},
    { path: 1 },
    { path: "a.txt", lines: 0 },
    { path: "a.txt", lines: 2001 },
    { path: "a.txt", encoding: "latin1" },
  ]) {
    expect((await call("read", argumentsValue)).outcome.kind).toBe("refused");
    expect((await bench.call("read", { ...argumentsValue, from_line: 1.5 })).kind).toBe(
      "tool_error",
    );
  }
});
