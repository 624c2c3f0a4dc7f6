import type { TransportDiagnosticCode } from "@perspt/transport";

/** Why a notification of progress is dropped. */
export type ProgressFault = "unknown_progress_token" | "invalid_progress";

/** Why a notification of a subscription is dropped (T71). */
export type SubscriptionFault =
  | "event_before_acknowledgement"
  | "event_outside_subscription"
  | "second_acknowledgement"
  | "malformed_notification";

/** What a client notices and lives through. Stable. */
export type McpDiagnosticCode =
  | TransportDiagnosticCode
  | SubscriptionFault
  | ProgressFault
  /** The SDK met something that it could not read. */
  | "protocol_noise"
  | "malformed_notification"
  | "unrequested_log"
  /** A notification longer than is kept, dropped (T70). */
  | "oversize_event"
  /** An event of a subscription that this client does not have (S4). */
  | "event_without_subscription"
  | "subscription_refused"
  | "subscription_lost"
  | "subscription_given_up"
  /** A question to the person that was declined without asking: nobody could have answered it. */
  | "elicitation_declined"
  /** The provider that asks the person threw. */
  | "elicitation_failed"
  | "unreadable_list_entry"
  | "duplicate_list_entry";
