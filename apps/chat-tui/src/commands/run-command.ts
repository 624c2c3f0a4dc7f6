import type { ElicitationAnswer } from "@perspt/elicitation";
import { nearestWord } from "@perspt/text";
import { type Step, step } from "../state/chat-effect.js";
import type { ChatState } from "../state/chat-state.js";
import { hinted } from "../state/hint.js";
import { FOLLOWING } from "../transcript/scroll.js";
import { answers, EMPTY_TRANSCRIPT } from "../transcript/transcript.js";
import { exportedText } from "./exported-text.js";
import { helpLines } from "./help-lines.js";
import type { FormContent, SlashCommand } from "./slash-command.js";

/** What a command does. It never touches the model's messages but to clear them. */
export function runCommand(state: ChatState, command: SlashCommand, now: number): Step {
  switch (command.kind) {
    case "help":
      return step({ ...state, sheet: { kind: "help", lines: helpLines(state.keys), top: 0 } });
    case "mcp":
      return step(state, { type: "report_mcp" });
    case "accept":
      return answer(state, now, (kind) => accepted(kind, command.content));
    case "decline":
      return answer(state, now, () => ({ action: "decline" }));
    case "cancel":
      return answer(state, now, () => ({ action: "cancel" }));
    case "models":
      return step({ ...state, sheet: { kind: "models", lines: modelLines(state), top: 0 } });
    case "model":
      return selectModel(state, command.name, now);
    case "copy": {
      const text = answers(state.transcript)[command.back - 1];
      return text === undefined
        ? step(hinted(state, now, "There is no such answer to copy yet.", "warning"))
        : step(state, { type: "copy", text });
    }
    case "export":
      return step(state, {
        type: "export",
        file: command.file,
        text: exportedText(state.transcript),
      });
    case "clear":
      return state.turn.kind === "running"
        ? step(hinted(state, now, "The model is still answering: stop it first.", "warning"))
        : step(
            {
              ...state,
              transcript: { ...EMPTY_TRANSCRIPT, nextId: state.transcript.nextId },
              scroll: FOLLOWING,
              reasoning: { ...state.reasoning, text: "" },
            },
            { type: "forget" },
          );
    case "reasoning":
      return step({
        ...state,
        reasoning: { ...state.reasoning, isShown: !state.reasoning.isShown },
      });
    case "mouse":
      return toggleMouse(state, now);
    case "quit":
      return step(state, { type: "quit" });
  }
}

export function toggleMouse(state: ChatState, now: number): Step {
  const mouse = state.mouse === "wheel" ? "off" : "wheel";
  const text =
    mouse === "wheel"
      ? "The wheel scrolls here. Hold Shift to select with the mouse."
      : "The mouse is the terminal's own: drag to select.";
  return step(hinted({ ...state, mouse }, now, text), { type: "set_mouse", mouse });
}

function selectModel(state: ChatState, name: string, now: number): Step {
  const { names, selected } = state.model;
  if (!names.includes(name)) {
    const near = nearestWord(name, names);
    const help = near === null ? `There are: ${names.join(", ")}.` : `Did you mean ${near}?`;
    return step(hinted(state, now, `There is no model ${name}. ${help}`, "warning"));
  }
  if (state.turn.kind === "running") {
    return step(hinted(state, now, "The model is still answering: stop it first.", "warning"));
  }
  return name === selected
    ? step(hinted(state, now, `${name} is the model already.`))
    : step(state, { type: "select_model", name });
}

/** To the request that is shown, by its id: an answer never meets another question (T64). */
function answer(
  state: ChatState,
  now: number,
  answerTo: (kind: "form" | "url") => ElicitationAnswer | string,
): Step {
  const [shown] = state.elicitations;
  if (shown === undefined) {
    return step(hinted(state, now, "No server is asking anything.", "warning"));
  }
  const given = answerTo(shown.request.kind);
  return typeof given === "string"
    ? step(hinted(state, now, given, "warning"))
    : step(state, { type: "answer", id: shown.request.id, answer: given });
}

function accepted(kind: "form" | "url", content: FormContent | null): ElicitationAnswer | string {
  if (kind === "form") return { action: "accept", content: content ?? {} };
  return content === null
    ? { action: "accept", content: null }
    : "The server asks you to open an address: /mcp accept takes nothing after it.";
}

function modelLines({ model }: ChatState) {
  return model.names.map((name) => ({
    text: name === model.selected ? `${name}  (selected)` : name,
    tone: name === model.selected ? ("accent" as const) : ("plain" as const),
    indent: 0,
  }));
}
