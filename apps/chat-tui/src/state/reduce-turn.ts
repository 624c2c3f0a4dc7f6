import type { LoopEnd, LoopEvent } from "@perspt/session";
import { appendBlock, appendDelta, closeBlock, type Transcript } from "../transcript/transcript.js";
import type { ChatState, TurnState } from "./chat-state.js";
import { hinted } from "./hint.js";

type Running = Extract<TurnState, { readonly kind: "running" }>;

/**
 * What a turn does to the screen: the model's words, its reasoning, one label while calls run, and how it ended. Arguments, results and
 * what servers tell are not among what it shows.
 */
export function reduceTurn(state: ChatState, event: LoopEvent, now: number): ChatState {
  const { turn } = state;
  if (turn.kind === "idle") return state;
  switch (event.type) {
    case "model":
      return reduceModel(state, turn, event.event);
    case "activity_started": {
      const activities = new Map(turn.activities).set(event.id, event.operation);
      return withTurn(closeAnswer(state, turn), { activities, block: null });
    }
    case "activity_ended": {
      const activities = new Map(turn.activities);
      activities.delete(event.id);
      const next = withTurn(state, { activities });
      return event.outcome === "uncertain"
        ? noticed(next, "warning", inDoubt(event.operation))
        : next;
    }
    case "context_trimmed":
      return hinted(
        state,
        now,
        "The conversation is longer than the model can read: its oldest part is left out.",
      );
    case "ended":
      return endTurn(closeAnswer(state, turn), event.end);
  }
}

function reduceModel(
  state: ChatState,
  turn: Running,
  event: Extract<LoopEvent, { readonly type: "model" }>["event"],
): ChatState {
  switch (event.type) {
    case "text": {
      const block = turn.block ?? state.transcript.nextId;
      const transcript: Transcript =
        turn.block === null
          ? appendBlock(state.transcript, { kind: "assistant", text: "", isOpen: true })
          : state.transcript;
      return withTurn(
        { ...state, transcript: appendDelta(transcript, block, event.delta) },
        { block },
      );
    }
    case "reasoning":
      return {
        ...state,
        reasoning: { ...state.reasoning, text: state.reasoning.text + event.delta },
      };
    case "reasoning_started":
      return state.reasoning.text === ""
        ? state
        : { ...state, reasoning: { ...state.reasoning, text: `${state.reasoning.text}\n\n` } };
    case "text_ended":
      return withTurn(closeAnswer(state, turn), { block: null });
    case "retrying":
      return {
        ...state,
        hint: {
          text: `${event.because.message} Trying again in ${Math.ceil(event.pauseMs / 1000)} s.`,
          tone: "warning",
          until: Number.POSITIVE_INFINITY,
          arms: null,
        },
      };
    case "text_started":
    case "reasoning_ended":
      return state;
  }
}

function endTurn(state: ChatState, end: LoopEnd): ChatState {
  const { hint } = state;
  const idle: ChatState = {
    ...state,
    turn: { kind: "idle" },
    hint: hint?.until === Number.POSITIVE_INFINITY || hint?.arms === "cancel" ? null : hint,
  };
  switch (end.kind) {
    case "answered":
      return { ...idle, model: { ...idle.model, usage: end.usage } };
    case "cancelled":
      return noticed(idle, "muted", "Stopped.");
    case "rounds_exhausted":
      return noticed(
        idle,
        "warning",
        `Stopped after ${end.rounds} rounds of calls, the most that chat.max_tool_rounds allows. Write on to continue.`,
      );
    case "failed": {
      const { message, hint: help } = end.failure;
      return noticed(idle, "bad", help === null ? message : `${message} ${help}`);
    }
  }
}

function inDoubt(operation: string): string {
  return `A call of ${operation} was sent and not answered: it may have happened. It is not repeated; perspt journal pending shows it.`;
}

function noticed(state: ChatState, tone: "muted" | "warning" | "bad", text: string): ChatState {
  return { ...state, transcript: appendBlock(state.transcript, { kind: "notice", tone, text }) };
}

function closeAnswer(state: ChatState, turn: Running): ChatState {
  return turn.block === null
    ? state
    : { ...state, transcript: closeBlock(state.transcript, turn.block) };
}

function withTurn(state: ChatState, change: Partial<Omit<Running, "kind">>): ChatState {
  return state.turn.kind === "idle" ? state : { ...state, turn: { ...state.turn, ...change } };
}
