import type { CallContext } from "./call-context.js";
import { pause } from "./client-clock.js";
import type { NotificationRouter } from "./notification-router.js";
import type { McpServerEvent } from "./server-event.js";
import { Stop } from "./stop.js";
import { Subscription, type SubscriptionNews } from "./subscription.js";
import { type SubscriptionFilter, spellFilter } from "./subscription-filter.js";
import type { WireReply } from "./wire-reply.js";

/** Pauses between attempts to open a subscription again: doubled from the first to the longest, in milliseconds (S8). */
export const FIRST_REOPEN_MS = 1000;
export const LONGEST_REOPEN_MS = 60_000;
/** Attempts in a row that were never acknowledged, after which the server is left alone. */
export const MAX_REOPEN_ATTEMPTS = 8;

export interface SubscriptionKeeperOptions
  extends Pick<CallContext, "session" | "clock" | "timeoutMs" | "transport" | "emit" | "note"> {
  readonly router: NotificationRouter;
  readonly filter: SubscriptionFilter;
  /** Ends the subscription for good. */
  readonly signal: AbortSignal;
  /** A number from 0 up to 1, for the jitter of the pauses. */
  readonly random: () => number;
}

interface ListenEnd {
  readonly reason: "closed" | "lost" | "refused";
  /** Whether it makes sense to open it again. */
  readonly mayReopen: boolean;
}

/**
 * Keeps one subscription open as long as the connection lives: opened again with a new id after a stream was lost or closed, and given up
 * when the server refuses it or never acknowledges it (S6 to S10). Resolves when it is over; never rejects.
 */
export async function keepSubscription(options: SubscriptionKeeperOptions): Promise<void> {
  const { signal, clock, emit, note } = options;
  let failures = 0;
  let isFirst = true;
  while (!signal.aborted) {
    const { end, wasAcknowledged } = await listenOnce(options, isFirst);
    if (signal.aborted) return;
    emit({ type: "subscription_ended", reason: end.reason });
    failures = wasAcknowledged ? 0 : failures + 1;
    if (!end.mayReopen) return;
    if (failures >= MAX_REOPEN_ATTEMPTS) {
      note("subscription_given_up", `${failures} attempts`);
      return;
    }
    isFirst = isFirst && !wasAcknowledged;
    await pause(clock, reopenDelay(failures, options.random()), signal);
  }
}

/** Half of the doubled pause is certain, half is chance, so that many clients do not come back at once. */
function reopenDelay(failures: number, chance: number): number {
  const longest = Math.min(FIRST_REOPEN_MS * 2 ** failures, LONGEST_REOPEN_MS);
  return longest / 2 + (longest / 2) * chance;
}

async function listenOnce(
  options: SubscriptionKeeperOptions,
  isFirst: boolean,
): Promise<{ readonly end: ListenEnd; readonly wasAcknowledged: boolean }> {
  const { session, router, filter, clock, timeoutMs, emit } = options;
  const stop = new Stop();
  const onAbort = (): void => stop.stop(null);
  options.signal.addEventListener("abort", onAbort, { once: true });
  // Only the acknowledgement has a deadline; a quiet subscription is a healthy one (S9).
  const cancelTimer = clock.schedule(timeoutMs, onAbort);
  let wasAcknowledged = false;
  let unfollow = (): void => {};
  const tell = (news: SubscriptionNews): void => {
    switch (news.kind) {
      case "acknowledged":
        wasAcknowledged = true;
        cancelTimer();
        emit({ type: "subscription_acknowledged", filter: spellFilter(news.filter) });
        // What changed in between was announced to nobody (S8).
        if (!isFirst) for (const event of missedEvents(news.filter)) emit(event);
        return;
      case "event":
        emit(news.event);
        return;
      case "ended":
        onAbort();
        return;
      case "dropped":
        return;
    }
  };
  const reply = await session.request({
    method: "subscriptions/listen",
    params: { notifications: spellFilter(filter) },
    headers: {},
    timeoutMs: null,
    stop,
    onBegin: (id) => {
      unfollow = router.follow(new Subscription(id, filter), tell);
    },
    gate: () => ({ kind: "proceed" }),
  });
  unfollow();
  cancelTimer();
  options.signal.removeEventListener("abort", onAbort);
  return { end: endOf(reply, options), wasAcknowledged };
}

/** Everything that may have changed unseen. */
function missedEvents(filter: SubscriptionFilter): readonly McpServerEvent[] {
  return [
    ...(filter.toolsListChanged ? [{ type: "tools_list_changed" } as const] : []),
    ...(filter.promptsListChanged ? [{ type: "prompts_list_changed" } as const] : []),
    ...(filter.resourcesListChanged ? [{ type: "resources_list_changed" } as const] : []),
    ...filter.resourceSubscriptions.map((uri) => ({ type: "resource_updated", uri }) as const),
  ];
}

/** A server that answers with an error has no subscriptions to give (S10); a lost process does not come back by itself. */
function endOf(reply: WireReply, { transport, note }: SubscriptionKeeperOptions): ListenEnd {
  switch (reply.kind) {
    case "result":
      return { reason: "closed", mayReopen: true };
    // The server ended it with a notification, or never acknowledged it.
    case "cancelled":
      return { reason: "closed", mayReopen: true };
    case "server_error":
      note("subscription_refused", `${reply.code} ${reply.message}`);
      return { reason: "refused", mayReopen: false };
    case "link_failed": {
      const { status = 0, code } = reply.error;
      note("subscription_lost", code);
      if (status >= 400 && status < 500 && status !== 429) {
        return { reason: "refused", mayReopen: false };
      }
      return { reason: "lost", mayReopen: transport === "streamable_http" };
    }
    case "timed_out":
    case "deadline_passed":
    case "invalid":
      return { reason: "lost", mayReopen: transport === "streamable_http" };
  }
}
