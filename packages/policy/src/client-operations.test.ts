import { type JsonObject, lintSchema } from "@perspt/json";
import { CHAT_CEILING } from "@perspt/kernel";
import { describe, expect, test } from "vitest";
import {
  admitClientOperations,
  CLIENT_OPERATIONS,
  clientOperationDigest,
} from "./client-operations.js";

describe("client operations", () => {
  test("exist only where their capability is advertised (R8, M1)", () => {
    const names = (capabilities: Parameters<typeof admitClientOperations>[1]) =>
      admitClientOperations("docs", capabilities).map(({ operation }) => operation);
    expect(names({ tools: {} })).toEqual([]);
    expect(names({ resources: {} })).toEqual([
      "mcp.docs._perspt_resources_list",
      "mcp.docs._perspt_resource_templates_list",
      "mcp.docs._perspt_resource_read",
    ]);
    expect(names({ prompts: { listChanged: true } })).toEqual([
      "mcp.docs._perspt_prompts_list",
      "mcp.docs._perspt_prompt_get",
    ]);
    expect(names({ completions: {} })).toEqual(["mcp.docs._perspt_complete"]);
    expect(names({ resources: true, prompts: null, completions: "yes" })).toEqual([]);
    const inherited: JsonObject = {};
    Object.setPrototypeOf(inherited, { resources: {} });
    expect(names(inherited)).toEqual([]);
  });

  test("carry their own definitions: effects by the rule book, risk low, empty footprint, closed schemas", () => {
    const admitted = admitClientOperations("docs", { resources: {}, prompts: {}, completions: {} });
    expect(admitted.map(({ effect }) => effect)).toEqual([
      "list",
      "list",
      "data_read",
      "list",
      "data_read",
      "search",
    ]);
    for (const [index, operation] of admitted.entries()) {
      const definition = CLIENT_OPERATIONS[index];
      if (definition === undefined) throw new Error("no definition");
      expect(operation).toMatchObject({
        remoteName: definition.name,
        source: "client",
        risk: "low",
        footprint: { selectors: [] },
        bindings: [],
        digest: clientOperationDigest(definition),
        rule: "client_operation",
      });
      expect(operation.alias).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(definition.inputSchema["additionalProperties"]).toBe(false);
      expect(lintSchema(definition.inputSchema, { purpose: "input" }).kind).toBe("ok");
      expect(CHAT_CEILING.effects).toContain(operation.effect);
    }
  });

  test("are defined once and for all: another definition is another digest, and voids what was granted to this one", () => {
    expect(
      CLIENT_OPERATIONS.map((each) => [each.name, clientOperationDigest(each).slice(7, 23)]),
    ).toEqual([
      ["_perspt_resources_list", "4973a76975fd1ed4"],
      ["_perspt_resource_templates_list", "c26870a43db98eb2"],
      ["_perspt_resource_read", "e1b235f12853ecd3"],
      ["_perspt_prompts_list", "75054b9bb0569ac6"],
      ["_perspt_prompt_get", "b0d46c658f6628bd"],
      ["_perspt_complete", "392560d2d9ad9377"],
    ]);
  });
});
