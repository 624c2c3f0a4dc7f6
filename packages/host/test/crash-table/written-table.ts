/** What a call does, and the tool of the server that does it. */
export interface Effect {
  readonly name: "read" | "idempotent write" | "write";
  readonly tool: "look" | "put" | "add";
  readonly effect: string;
  readonly access: "read" | "write";
}

/** That a server may call a write idempotent changes nothing: nobody asked the server. */
export const EFFECTS: readonly Effect[] = [
  { name: "read", tool: "look", effect: "search", access: "read" },
  { name: "idempotent write", tool: "put", effect: "data_write", access: "write" },
  { name: "write", tool: "add", effect: "data_write", access: "write" },
];

/** How a call travels, and how its server answers it. */
export interface Channel {
  readonly name: "stdio" | "HTTP" | "a task" | "an input round";
  readonly transport: "stdio" | "streamable_http";
  readonly form: "plain" | "task" | "input";
  /** Whether the first answer is the last. */
  readonly isAnsweredAtOnce: boolean;
}

export const CHANNELS: readonly Channel[] = [
  { name: "stdio", transport: "stdio", form: "plain", isAnsweredAtOnce: true },
  { name: "HTTP", transport: "streamable_http", form: "plain", isAnsweredAtOnce: true },
  { name: "a task", transport: "stdio", form: "task", isAnsweredAtOnce: false },
  { name: "an input round", transport: "streamable_http", form: "input", isAnsweredAtOnce: false },
];

/** Where a process dies: by its disk's hand, or by its server's. */
type Killing =
  | {
      readonly of: "intent" | "answer" | "payload" | "outcome";
      readonly stage: "before" | "written" | "durable";
    }
  | { readonly server: "received" | "done" };

export interface Point {
  readonly number: number;
  readonly name: string;
  readonly atOnce: Killing;
  /** For a call whose first answer is not its last. */
  readonly inSteps: Killing;
}

const alike = (killing: Killing) => ({ atOnce: killing, inSteps: killing });

export const POINTS: readonly Point[] = [
  { number: 1, name: "it was decided", ...alike({ of: "intent", stage: "before" }) },
  { number: 2, name: "its intent was written", ...alike({ of: "intent", stage: "written" }) },
  { number: 3, name: "its intent was durable", ...alike({ of: "intent", stage: "durable" }) },
  { number: 4, name: "its server had received it", ...alike({ server: "received" }) },
  { number: 5, name: "its effect had happened", ...alike({ server: "done" }) },
  {
    number: 6,
    name: "its first answer had come",
    atOnce: { of: "payload", stage: "before" },
    inSteps: { of: "answer", stage: "before" },
  },
  {
    number: 7,
    name: "what came first was durable",
    atOnce: { of: "payload", stage: "durable" },
    inSteps: { of: "answer", stage: "durable" },
  },
  { number: 8, name: "its outcome was written", ...alike({ of: "outcome", stage: "written" }) },
  { number: 9, name: "its outcome was durable", ...alike({ of: "outcome", stage: "durable" }) },
];

/** What is left of a call. */
export interface Row {
  /** How often it happened. */
  readonly effects: 0 | 1;
  readonly hasIntent: boolean;
  readonly outcome: "completed" | null;
  readonly doubt: { readonly cause: "no_outcome"; readonly taskId: string | null } | null;
}

/** The table as it is promised: the same for a read and for a write. */
export function rowOf({ number }: Point, { form }: Channel): Row {
  const doubt = { cause: "no_outcome", taskId: null } as const;
  const untold = { hasIntent: true, outcome: null, doubt };
  switch (number) {
    case 1:
      return { effects: 0, hasIntent: false, outcome: null, doubt: null };
    case 2:
    case 3:
      return { effects: 0, ...untold };
    case 4:
    case 5:
      return { effects: 1, ...untold };
    case 6:
      // The first answer of an input round is a question, before anything happened.
      return { effects: form === "input" ? 0 : 1, ...untold };
    case 7:
      if (form === "input") return { effects: 0, ...untold };
      // A task's id is durable before the first poll, so that its result can be asked for.
      return {
        effects: 1,
        ...untold,
        doubt: { ...doubt, taskId: form === "task" ? "task-of-n" : null },
      };
    default:
      return { effects: 1, hasIntent: true, outcome: "completed", doubt: null };
  }
}
