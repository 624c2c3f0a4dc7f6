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
  return {
    begin(what) {
      const label = sanitizeForTerminal(what);
      let seconds = 0;
      const timer = setInterval(() => {
        seconds += 1;
        if (isTerminal) write(`${ERASE_LINE}perspt: ${label} … ${seconds} s`);
        else if (seconds === 1) write(`perspt: ${label} …\n`);
      }, PROGRESS_DELAY_MS);
      timer.unref();
      return () => {
        clearInterval(timer);
        if (isTerminal && seconds > 0) write(ERASE_LINE);
      };
    },
  };
}
