/** The provider of operations that run in the host's own process: no server lists them, and no user's policy admits them. */
export const LOCAL_PROVIDER = "local";
