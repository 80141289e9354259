/** Minutes as the API shows them. */
export const minutesOf = (seconds: number): string => String(Math.round((seconds / 60) * 10_000) / 10_000);
