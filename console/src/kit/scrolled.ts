/** For what scrolls by itself, so that it is reached with the keyboard: not every browser sees to that. */
export const scrolled = { tabIndex: 0 } as const;
