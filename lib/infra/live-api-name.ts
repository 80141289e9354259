/** The name of the gateway for `/v1/live`, which is also the dimension of its metrics. */
export const liveApiName = (platform: string): string => `${platform}-live`;
