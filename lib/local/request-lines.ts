interface RequestLog {
  readonly route: string;
  readonly status: number;
  readonly code?: string;
  readonly duration_ms: number;
  readonly db_calls: number;
  readonly read_units: number;
  readonly write_units: number;
}

const isRequestLog = (value: unknown): value is RequestLog =>
  typeof value === 'object' && value !== null && 'route' in value && 'db_calls' in value;

/** Runs a task without printing its requests. */
export const withoutRequestLines = async <T>(task: () => Promise<T>): Promise<T> => {
  const { info } = console;
  console.info = () => {};
  try {
    return await task();
  } finally {
    console.info = info;
  }
};

/** Prints the functions' log records of requests as one line each. On Lambda, they are JSON. */
export const writeRequestLines = (): void => {
  const { info } = console;
  console.info = (...values: unknown[]) => {
    const [log] = values;
    if (!isRequestLog(log)) return info(...values);
    const { route, status, code, duration_ms, db_calls, read_units, write_units } = log;
    const cost = `${db_calls} calls, ${read_units} RCU, ${write_units} WCU`;
    info(`${status}  ${route}  ${duration_ms} ms  (${cost})${code ? `  ${code}` : ''}`);
  };
};
