export const memoryMb = 512;

/**
 * How long a function may take. One that answers a route ends far below API Gateway's 30 seconds; one that follows
 * events has ten of them at once, and nobody waiting.
 */
export const timeoutSeconds = (id: string): number =>
  id.startsWith('events.') && id !== 'events.unrouted' ? 60 : 10;
