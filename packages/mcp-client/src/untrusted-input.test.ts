import { declineElicitation } from "@perspt/elicitation";
import { isJsonObject, type JsonObject } from "@perspt/json";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listTools } from "./list-tools.js";
import { McpClientError } from "./mcp-client-error.js";
import { NotificationRouter } from "./notification-router.js";
import { ProgressTokens } from "./progress-tokens.js";
import { readDiscovery } from "./read-discovery.js";
import { readElicitation } from "./read-elicitation.js";
import { readInputRequests } from "./read-input-requests.js";
import { readResult } from "./read-result.js";
import { Subscription } from "./subscription.js";
import { wishedFilter } from "./subscription-filter.js";

/** JSON objects whose members have the names that the readers look for, and any values. */
function objectsWith(...names: readonly string[]): fc.Arbitrary<JsonObject> {
  const name = fc.oneof(fc.constantFrom(...names, "constructor", "toString"), fc.string());
  return fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 }).map(asJson);
}

/** The value as JSON would bring it. */
function asJson(value: unknown): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(copy) ? copy : {};
}

const methods = fc.constantFrom("tools/call", "tools/list", "tasks/get", "resources/read");

describe("whatever a server sends (S2, E4, W9)", () => {
  test("a result is read as one of the known kinds", () => {
    const results = objectsWith("resultType", "taskId", "status", "inputRequests", "requestState");
    const kinds = ["complete", "input_required", "task", "invalid"];
    const types = fc.constantFrom("complete", "input_required", "task", undefined, "x");
    fc.assert(
      fc.property(results, types, methods, fc.boolean(), (raw, resultType, method, allows) => {
        const result = resultType === undefined ? raw : { ...raw, resultType };
        expect(kinds).toContain(
          readResult(result, { method, inputRounds: allows, tasks: allows }).kind,
        );
      }),
    );
  });

  test("input requests are read, or refused as a whole", () => {
    const consents = {
      serverId: "docs",
      elicitation: declineElicitation(),
      sampling: null,
      roots: [{ uri: "file:///p", name: null }],
    };
    const requests = fc.dictionary(
      fc.string(),
      fc.oneof(objectsWith("method", "params"), fc.jsonValue()),
    );
    fc.assert(
      fc.property(requests, (raw) => {
        const inputRequests = asJson(raw);
        const reading = readInputRequests(inputRequests, consents);
        if (reading.kind === "read") {
          expect(reading.inputs).toHaveLength(Object.keys(inputRequests).length);
        }
      }),
    );
  });

  test("a question is read, declined or malformed", () => {
    const params = objectsWith("message", "mode", "requestedSchema", "url", "properties", "type");
    fc.assert(
      fc.property(params, fc.string(), (raw, message) => {
        const reading = readElicitation({ ...raw, message });
        expect(["form", "url", "decline", "malformed"]).toContain(reading.kind);
      }),
    );
  });

  test("a notification becomes an event, or is dropped and counted", () => {
    const names = fc.oneof(
      fc.constantFrom(
        "notifications/progress",
        "notifications/message",
        "notifications/cancelled",
        "notifications/subscriptions/acknowledged",
        "notifications/tools/list_changed",
        "notifications/resources/updated",
        "notifications/tasks",
      ),
      fc.string(),
    );
    const params = objectsWith("_meta", "uri", "progressToken", "progress", "requestId", "level");
    const filter = wishedFilter({ tools: { listChanged: true } }, []);
    if (filter === null) return expect.unreachable("the filter asks for something");
    let told = 0;
    const router = new NotificationRouter({
      wantsLogs: true,
      progress: new ProgressTokens(),
      emit: () => {
        told += 1;
      },
      note: () => {
        told += 1;
      },
    });
    router.follow(new Subscription(7, filter), () => {
      told += 1;
    });
    fc.assert(
      fc.property(names, params, fc.boolean(), (method, raw, isOurs) => {
        const before = told;
        const id = isOurs ? { _meta: { "io.modelcontextprotocol/subscriptionId": 7 } } : {};
        router.take({ jsonrpc: "2.0", method, params: { ...raw, ...id } });
        expect(told).toBeGreaterThan(before);
      }),
    );
  });

  test("an answer to server/discover is read, or refused with a coded error", () => {
    fc.assert(
      fc.property(
        fc.oneof(objectsWith("supportedVersions", "capabilities", "_meta"), fc.jsonValue()),
        (answer) => {
          try {
            expect(readDiscovery(answer).protocolVersion).toBe("2026-07-28");
          } catch (error) {
            expect(error).toBeInstanceOf(McpClientError);
          }
        },
      ),
    );
  });

  test("a tool list is read tool for tool, or refused with a coded error", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(objectsWith("name", "inputSchema", "outputSchema"), fc.jsonValue())),
        async (raw) => {
          const { tools = [] } = asJson({ tools: raw });
          const listed = await listTools(async () => ({
            kind: "result",
            result: { resultType: "complete", tools },
          }));
          expect(listed).toHaveLength(raw.length);
        },
      ),
    );
  });
});
