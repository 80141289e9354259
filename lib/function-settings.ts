/** What every function runs with, deployed or on one machine. */
export const functionSettings = {
  memoryMb: 512,
  /** Far above any answer's time, and below API Gateway's 30 seconds. */
  timeoutSeconds: 10,
} as const;
