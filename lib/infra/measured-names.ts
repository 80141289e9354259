/*
 * Names of what alarms watch and what is created after them, in stacks that refer to the alarms. They are the
 * dimensions of its metrics.
 */

/** The name of the gateway for `/v1/live`. */
export const liveApiName = (platform: string): string => `${platform}-live`;

/** The name of the function that speaks in calls. */
export const callFunctionName = (platform: string): string => `${platform}-calls`;
