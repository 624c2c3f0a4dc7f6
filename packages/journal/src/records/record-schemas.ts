import type { JsonValue } from "@perspt/json";
import * as v from "valibot";

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const nullableText = v.nullable(text);
const json = v.custom<JsonValue>((value) => value !== undefined);

const payload = v.variant("kind", [
  v.object({ kind: v.literal("inline"), value: json }),
  v.object({
    kind: v.literal("blob"),
    sha256: v.pipe(text, v.regex(/^[0-9a-f]{64}$/)),
    bytes: count,
  }),
]);

const frame = { v: v.literal(1), seq: count, at: v.number(), synced: count };

const access = v.picklist(["read", "write"]);
const touch = v.variant("kind", [
  v.object({ kind: v.literal("path"), path: text, access }),
  v.object({ kind: v.literal("value"), family: text, value: text, access }),
  v.object({ kind: v.literal("rate_limit"), provider: text }),
  v.object({ kind: v.literal("workspace") }),
]);
const binding = {
  epoch: v.number(),
  endpointIdentity: text,
  policyDigest: text,
  toolDigest: text,
};
const callFacts = {
  ...binding,
  operation: text,
  server: text,
  effect: text,
  risk: text,
  selectors: v.array(
    v.object({
      kind: text,
      access: v.exactOptional(text),
      family: v.exactOptional(text),
      field: v.exactOptional(text),
      resource: v.exactOptional(text),
    }),
  ),
  bindings: v.array(v.object({ kind: text, field: text, target: v.exactOptional(text) })),
  touches: v.array(touch),
  arguments: payload,
  argumentsDigest: text,
  callKey: text,
  origin: v.nullable(v.object({ turn: count, call: count })),
  root: nullableText,
  links: v.array(v.object({ path: text, realPath: text })),
  boundNow: v.nullable(v.object(binding)),
  approver: v.picklist(["nobody", "can_ask"]),
  approval: v.nullable(count),
  basis: count,
  decidedAt: v.number(),
  rule: text,
  because: text,
  trace: v.array(
    v.object({
      check: text,
      phase: text,
      result: text,
      because: text,
      inputs: v.record(text, text),
    }),
  ),
};
const callError = v.object({
  code: text,
  message: text,
  hint: nullableText,
  serverError: v.nullable(v.object({ code: v.number(), message: text })),
});
const capability = v.object({
  version: v.number(),
  mode: text,
  effects: v.array(text),
  riskCeiling: text,
  criticalEffects: v.array(text),
  asksFrom: text,
  paths: v.array(v.object({ provider: nullableText, path: text })),
  commands: v.array(v.array(text)),
  hosts: v.array(text),
  providers: v.nullable(
    v.array(
      v.object({
        provider: text,
        endpointIdentity: text,
        policyDigest: text,
        toolDigests: v.nullable(v.array(text)),
      }),
    ),
  ),
  callBudget: v.nullable(v.number()),
  expiresAt: v.nullable(v.number()),
});

/** What every record has, known type or not. */
export const FrameSchema = v.object({
  v: v.number(),
  seq: count,
  at: v.number(),
  synced: count,
  type: text,
});

/** The records of this version, by `type`. Members that a later minor version adds are let through and dropped. */
const RECORD_SCHEMAS = [
  v.object({ ...frame, type: v.literal("segment"), number: count, prev: text }),
  v.object({
    ...frame,
    type: v.literal("session"),
    session: text,
    persptVersion: text,
    mode: v.picklist(["agent", "chat"]),
    workspace: nullableText,
    configDigest: text,
    protectedPaths: v.array(text),
  }),
  v.object({ ...frame, type: v.literal("grant"), capability }),
  v.object({
    ...frame,
    type: v.literal("catalog"),
    server: text,
    transport: v.picklist(["stdio", "streamable_http"]),
    endpointIdentity: text,
    epoch: v.number(),
    capabilities: payload,
    definitions: payload,
  }),
  v.object({
    ...frame,
    type: v.literal("admission"),
    server: text,
    epoch: v.number(),
    policyDigest: text,
    admitted: payload,
    rejected: payload,
  }),
  v.object({
    ...frame,
    type: v.literal("message"),
    from: v.picklist(["person", "perspt"]),
    content: payload,
  }),
  v.object({
    ...frame,
    type: v.literal("model_turn"),
    route: text,
    content: payload,
    plainMembers: v.array(text),
  }),
  v.object({ ...frame, type: v.literal("intent"), ...callFacts }),
  v.object({ ...frame, type: v.literal("refusal"), code: text, ...callFacts }),
  v.object({
    ...frame,
    type: v.literal("leg"),
    intent: count,
    number: count,
    kind: text,
    method: text,
    stage: v.picklist(["sending", "answered"]),
    answer: v.nullable(v.picklist(["complete", "input_required", "task", "server_error", "lost"])),
    code: nullableText,
    message: nullableText,
    content: v.nullable(payload),
    taskId: nullableText,
  }),
  v.object({
    ...frame,
    type: v.literal("outcome"),
    intent: count,
    kind: v.picklist(["completed", "tool_error", "refused", "failed", "uncertain"]),
    mayHaveRun: v.boolean(),
    result: v.nullable(payload),
    error: v.nullable(callError),
    taskId: nullableText,
    durationMs: v.number(),
  }),
  v.object({
    ...frame,
    type: v.literal("approval"),
    operation: text,
    argumentsDigest: text,
    callKey: text,
    verdict: v.picklist(["granted", "denied"]),
    by: v.picklist(["person", "flag"]),
    reason: nullableText,
    standing: v.nullable(capability),
  }),
  v.object({
    ...frame,
    type: v.literal("elicitation"),
    intent: v.nullable(count),
    server: text,
    request: payload,
    action: v.nullable(v.picklist(["accept", "decline", "cancel"])),
    answer: v.nullable(payload),
  }),
  v.object({
    ...frame,
    type: v.literal("sampling"),
    intent: v.nullable(count),
    server: text,
    request: payload,
    verdict: v.picklist(["answered", "refused"]),
    code: nullableText,
    response: v.nullable(payload),
    tokens: v.number(),
  }),
  v.object({
    ...frame,
    type: v.literal("resolved"),
    intent: count,
    verdict: v.picklist(["did", "did_not", "unknown"]),
    note: text,
  }),
  v.object({ ...frame, type: v.literal("rekey"), reason: v.literal("key_lost") }),
  v.object({ ...frame, type: v.literal("end"), reason: text }),
] as const;

type RecordSchema = (typeof RECORD_SCHEMAS)[number];

const SCHEMA_OF_TYPE: ReadonlyMap<string, RecordSchema> = new Map(
  RECORD_SCHEMAS.map((schema) => [schema.entries.type.literal, schema]),
);

/** The schema of a record's type; null for a type that this version does not know. */
export function recordSchemaOf(type: string): RecordSchema | null {
  return SCHEMA_OF_TYPE.get(type) ?? null;
}
