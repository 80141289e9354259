/**
 * The options of a query whose entity is edited: neither a tab that is seen again nor a connection that is
 * back reads it, because a newer version would take the place of what was typed.
 */
export const whileEdited = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;
