import { FramePacer } from "./frame-pacer.js";
import type { EmojiStyle } from "./glyphs.js";
import { type ByteDecoder, InputReader } from "./input-reader.js";
import { Painter } from "./painter.js";
import { nodeProcess, type ProcessPort } from "./process-port.js";
import type { Screen, ScreenEvent } from "./screen.js";
import { type CapturedStream, captureStrayOutput } from "./stray-output.js";
import { colourDepth } from "./style-table.js";
import { clipboardSequence } from "./terminal-modes.js";
import { type FatalCause, TerminalSession } from "./terminal-session.js";
import { sizeOf } from "./terminal-streams.js";
import { TerminalWriter } from "./terminal-writer.js";
import { refusalOf, type Surroundings } from "./usable-terminal.js";

export interface OpenScreenOptions extends Surroundings {
  readonly emoji: EmojiStyle;
  readonly decoder: ByteDecoder;
  /** Called in the order in which things happened, from when the screen is open until it is closed. Must not throw. */
  readonly onEvent: (event: ScreenEvent) => void;
  /**
   * The process ends, and the terminal has been given back or is gone. What it returns is waited for, 8 s at most, so that servers and
   * files can be ended in peace; after an error it is called and not waited for. That it throws or rejects changes nothing.
   */
  readonly onFatal: (cause: FatalCause) => Promise<void>;
  /** The process whose terminal it is; this one by default. */
  readonly process?: ProcessPort;
  /** Where others print, which must not reach the screen; the standard streams by default. */
  readonly strayStreams?: readonly CapturedStream[];
}

export type OpenedScreen =
  | { readonly kind: "opened"; readonly screen: Screen }
  /** It is no terminal, or one that cannot do it. The message names the way out. */
  | { readonly kind: "refused"; readonly message: string };

/** Takes the terminal over. Rejects, with the terminal untouched, only where blessed cannot be loaded. */
export async function openScreen(options: OpenScreenOptions): Promise<OpenedScreen> {
  const message = refusalOf(options);
  if (message !== null) return { kind: "refused", message };

  const { input, output, environment, emoji, decoder, onEvent, onFatal } = options;
  const painter = await Painter.open(sizeOf(output), colourDepth(environment), emoji);
  const writer = new TerminalWriter(output);
  const stray = captureStrayOutput(options.strayStreams ?? [process.stdout, process.stderr]);

  const pacer = new FramePacer(() => {
    const bytes = session.isHeld ? painter.paint() : "";
    return bytes === "" || writer.write(bytes);
  });
  const session = new TerminalSession({
    input,
    output,
    writer,
    process: options.process ?? nodeProcess,
    onFatal,
    onResumed: () => {
      painter.reset(sizeOf(output));
      onEvent({ type: "resumed", size: sizeOf(output) });
    },
    onLeft: () => {
      reader.stop();
      pacer.stop();
      output.off("resize", onResize).off("drain", onDrain);
      stray.release();
      painter.close();
    },
    strayOutput: () => stray.kept(),
  });
  const reader = new InputReader(input, decoder, (event) => onEvent({ type: "input", event }));
  const onResize = () => {
    painter.reset(sizeOf(output));
    onEvent({ type: "resized", size: sizeOf(output) });
  };
  const onDrain = () => pacer.drained();
  output.on("resize", onResize).on("drain", onDrain);

  const screen: Screen = {
    get size() {
      return sizeOf(output);
    },
    draw: (frame) => {
      painter.want(frame);
      pacer.request();
    },
    repaint: () => painter.forget(),
    setMouse: (mode) => session.setMouse(mode),
    copy: (text) => {
      const sequence = clipboardSequence(text);
      if (sequence === null) return "too_long";
      if (session.isHeld) writer.write(sequence);
      return "asked";
    },
    suspend: () => session.suspend(),
    lend: (use) => session.lend(use),
    close: async (farewell) => {
      session.leave(withoutControls(farewell));
      await session.released();
    },
  };
  return { kind: "opened", screen };
}

/** Line breaks and tabs pass. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, "\ufffd");
}
