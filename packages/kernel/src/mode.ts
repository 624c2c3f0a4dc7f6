/** The two ways a session works, and so the two kinds of grant. */
export type Mode = "agent" | "chat";
