import type { JsonObject } from "@perspt/json";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CachePlace, cachePlace } from "./cache-place.js";
import { ResultCache } from "./result-cache.js";
import type { McpServerEvent } from "./server-event.js";

function placeOf(method: string, params: JsonObject = {}): CachePlace {
  return cachePlace(method, params) ?? expect.unreachable(`${method} is not kept`);
}
const read = (uri: string): CachePlace => placeOf("resources/read", { uri });

/** What a client may do and what may happen to it, in any order; each step takes a millisecond or more. */
type Step =
  | { readonly kind: "begin" | "look"; readonly place: CachePlace }
  | { readonly kind: "answer"; readonly fetch: number; readonly ttlMs: number }
  | { readonly kind: "event"; readonly event: McpServerEvent };

describe("the law of the cache", () => {
  const places = [
    read("a:1"),
    read("a:2"),
    read("a:3"),
    placeOf("resources/list"),
    placeOf("tools/list"),
  ];
  const place = fc.constantFrom(...places);
  const event = fc.constantFrom<McpServerEvent>(
    { type: "tools_list_changed" },
    { type: "resources_list_changed" },
    { type: "resource_updated", uri: "a:1" },
    { type: "resource_updated", uri: "a:2" },
    { type: "subscription_ended", reason: "lost" },
  );
  const step = fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ kind: fc.constantFrom("begin", "look"), place }),
    fc.record({
      kind: fc.constant("answer"),
      fetch: fc.nat({ max: 20 }),
      ttlMs: fc.integer({ min: -1, max: 20 }),
    }),
    fc.record({ kind: fc.constant("event"), event }),
  );

  test("K2, K3, K6, K9: what it gives is the newest answer to that request, fresh, and announced by nobody as changed since it was asked for", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat({ max: 3 })), { maxLength: 60 }), (steps) => {
        const cache = new ResultCache({ maxEntries: 3, maxBytes: 10_000 });
        const fetches: {
          place: CachePlace;
          fetch: ReturnType<ResultCache["begin"]>;
          at: number;
        }[] = [];
        const answers: { place: CachePlace; began: number; receivedAt: number; ttlMs: number }[] =
          [];
        const events: { event: McpServerEvent; at: number }[] = [];
        let now = 0;
        for (const [step, pause] of steps) {
          now += 1 + pause;
          switch (step.kind) {
            case "begin":
              fetches.push({ place: step.place, fetch: cache.begin(step.place), at: now });
              break;
            case "answer": {
              const open = fetches[step.fetch];
              if (open === undefined) break;
              const { ttlMs } = step;
              open.fetch.keep({ ttlMs, n: answers.length }, now);
              answers.push({ place: open.place, began: open.at, receivedAt: now, ttlMs });
              break;
            }
            case "event":
              cache.hear(step.event);
              events.push({ event: step.event, at: now });
              break;
            case "look": {
              const found = cache.look(step.place, now);
              if (found === null) break;
              const answer = answers[Number(found.result["n"])];
              if (answer === undefined) return expect.unreachable("never answered");
              expect(answer.place.key).toBe(step.place.key);
              expect(found.ageMs).toBe(now - answer.receivedAt);
              expect(found.ageMs).toBeLessThan(answer.ttlMs);
              const changed = events.filter(({ event }) => hasChanged(event, step.place));
              expect(changed.filter(({ at }) => at > answer.began)).toEqual([]);
            }
          }
        }
        const held = places.filter((each) => cache.look(each, now) !== null);
        expect(held.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 500 },
    );
  });

  /** Said once more, by the rule and not by the code. */
  function hasChanged(event: McpServerEvent, { method, uri }: CachePlace): boolean {
    if (event.type === "tools_list_changed") return method === "tools/list";
    if (event.type === "resources_list_changed") return method.startsWith("resources/");
    if (event.type === "resource_updated") return uri === event.uri;
    return event.type === "subscription_ended";
  }
});
