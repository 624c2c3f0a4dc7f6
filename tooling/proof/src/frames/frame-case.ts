import type { JsonObject } from "@perspt/json";
import type { Random } from "../random.js";
import { mutatedFrame } from "./mutate-frame.js";

/** Over what the frames travel. */
export type Road = "stdio" | "json" | "events";

/** What the server is told to write; see the fixture `writes-as-told`. */
export type Order = JsonObject & {
  readonly way: "frames" | "bytes" | "body";
  readonly frames: readonly string[];
  readonly ending: "answer" | "silence" | "end" | "drop";
};

export type FrameRequest =
  | "write"
  | "write_strictly"
  | "announce"
  | "tools/list"
  | "resources/list"
  | "resources/templates/list"
  | "resources/read"
  | "prompts/list"
  | "prompts/get"
  | "completion/complete";

/** One request, and what the server answers it with. */
export interface FrameCase {
  readonly index: number;
  readonly road: Road;
  readonly request: FrameRequest;
  readonly order: Order;
  /** How many bytes the server writes. */
  readonly bytes: number;
}

const OTHERS: readonly [FrameRequest, ...FrameRequest[]] = [
  "announce",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "completion/complete",
];

export function drawFrameCase(random: Random, index: number, road: Road): FrameCase {
  const count = road === "json" ? 1 : random.between(1, 3);
  const frames = random.list(count, () => mutatedFrame(random));
  const isTornUp = road === "events" && random.chance(0.2);
  return {
    index,
    road,
    request: random.chance(0.85)
      ? random.pick<FrameRequest>(["write", "write", "write_strictly"])
      : random.pick(OTHERS),
    order: {
      way: road === "json" ? "body" : isTornUp ? "bytes" : "frames",
      frames: frames.map((frame) => frame.toString("base64")),
      ending: random.chance(0.995)
        ? "answer"
        : random.pick<Order["ending"]>(["silence", "end", "drop"]),
    },
    bytes: frames.reduce((sum, frame) => sum + frame.length, 0),
  };
}
