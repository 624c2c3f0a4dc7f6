import type { RecordedTouch } from "@perspt/journal";

/** One thing that a call touches, in words: `write effects log`. */
export function touchText(touch: RecordedTouch): string {
  switch (touch.kind) {
    case "path":
      return `${touch.access} ${touch.path}`;
    case "value":
      return `${touch.access} ${touch.family} ${touch.value}`;
    case "rate_limit":
      return `the rate limit of ${touch.provider}`;
    case "workspace":
      return "anything in the workspace";
  }
}
