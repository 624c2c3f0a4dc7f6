import { sanitizeForTerminal } from "@perspt/text";
import { PROGRESS_DELAY_MS, type Progress } from "./progress.js";

export interface TerminalProgressOptions {
  readonly write: (text: string) => void;
  /** On a terminal the line counts seconds and goes when the work ends; elsewhere it is one line that stays. */
  readonly isTerminal: boolean;
}

const ERASE_LINE = "\r\u001b[K";

/** Says on standard error what takes long. */
export function terminalProgress({ write, isTerminal }: TerminalProgressOptions): Progress {
  let isShown = false;
  let holds = 0;
  const erase = (): void => {
    if (isShown) write(ERASE_LINE);
    isShown = false;
  };
  return {
    begin(what) {
      const label = sanitizeForTerminal(what);
      let seconds = 0;
      const timer = setInterval(() => {
        seconds += 1;
        if (holds > 0) return;
        if (isTerminal) {
          write(`${ERASE_LINE}perspt: ${label} … ${seconds} s`);
          isShown = true;
        } else if (seconds === 1) write(`perspt: ${label} …\n`);
      }, PROGRESS_DELAY_MS);
      timer.unref();
      return () => {
        clearInterval(timer);
        erase();
      };
    },
    hold() {
      erase();
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
  };
}
