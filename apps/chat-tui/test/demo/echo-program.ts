import { spawn } from "node:child_process";
import { once } from "node:events";
import { InputDecoder } from "../../src/input/input-decoder.js";
import type { InputEvent } from "../../src/input/input-event.js";
import { openScreen } from "../../src/screen/open-screen.js";
import type { Screen } from "../../src/screen/screen.js";
import { type EchoState, echoFrame } from "./echo-frame.js";

/** A program on a screen, which shows what is typed and does what a test types: a line such as `throw` is run by Enter. */

let state: EchoState = { typed: "", notice: "" };
let mouse: "off" | "wheel" = "off";
let screen: Screen;

if (process.env["DEMO_FOREIGN"] === "1") {
  process.on("SIGTERM", () => {});
  process.on("uncaughtException", () => {});
}

function show(change: Partial<EchoState>): void {
  state = { ...state, ...change };
  screen.draw(echoFrame(state, screen.size));
}

function onInput(event: InputEvent): void {
  if (event.type === "text") show({ typed: state.typed + event.text });
  if (event.type === "paste") {
    show({ typed: state.typed + event.text.replaceAll("\n", "¶"), notice: "pasted" });
  }
  if (event.type === "wheel") show({ notice: `wheel ${event.direction}` });
  if (event.type === "key") onKey(event);
}

function onKey({ key, ctrl }: Extract<InputEvent, { type: "key" }>): void {
  if (typeof key === "object") {
    if (ctrl) CONTROLS[key.character]?.();
    return;
  }
  if (key === "enter") runLine(state.typed);
  else show({ notice: key });
}

const CONTROLS: Readonly<Record<string, () => void>> = {
  c: () => {
    if (state.notice === "once more") void screen.close("");
    else show({ notice: "once more" });
  },
  d: () => void screen.close("farewell\n"),
  t: () => {
    mouse = mouse === "off" ? "wheel" : "off";
    screen.setMouse(mouse);
    show({ notice: `mouse ${mouse}` });
  },
  z: () => screen.suspend(),
};

const COMMANDS: Readonly<Record<string, (words: string) => void>> = {
  throw: () => {
    setImmediate(() => {
      throw new Error("thrown\u009b2J on purpose");
    });
  },
  reject: () => {
    void Promise.reject(new Error("rejected on purpose"));
  },
  exit: () => process.exit(0),
  pid: () => show({ notice: `pid=${process.pid}` }),
  log: () => {
    console.log("printed by a library");
    console.error("and its complaint");
    process.emitWarning("and a warning");
    show({ notice: "logged" });
  },
  copy: (words) => show({ notice: screen.copy(words) }),
  lend: (words) => {
    void screen.lend(async () => {
      await once(spawn("sh", ["-c", words], { stdio: "inherit" }), "exit");
    });
  },
};

function runLine(line: string): void {
  show({ typed: "", notice: "ran" });
  const [command = "", ...words] = line.split(" ");
  COMMANDS[command]?.(words.join(" "));
}

const opened = await openScreen({
  input: process.stdin,
  output: process.stdout,
  environment: process.env,
  emoji: "full",
  decoder: new InputDecoder(),
  onEvent: (event) => {
    if (event.type === "input") onInput(event.event);
    else show({ notice: event.type });
  },
  onFatal: async () => {},
});
if (opened.kind === "refused") {
  console.error(opened.message);
  process.exit(2);
}
screen = opened.screen;
if (process.env["DEMO_FOREIGN"] === "1") {
  process.on("SIGTERM", () => {});
  process.on("uncaughtException", () => {});
}
show({ notice: "started" });
