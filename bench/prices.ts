/*
 * List prices in us-east-1, in dollars, of November 2026: aws.amazon.com/dynamodb/pricing/on-demand,
 * aws.amazon.com/api-gateway/pricing, aws.amazon.com/lambda/pricing, aws.amazon.com/cloudwatch/pricing,
 * aws.amazon.com/xray/pricing, aws.amazon.com/s3/pricing, aws.amazon.com/eventbridge/pricing,
 * aws.amazon.com/kms/pricing, aws.amazon.com/secrets-manager/pricing. They are written down here rather than
 * looked up, so that a change of the figures is a change of the code's.
 */

const perMillion = {
  readUnits: 0.125,
  writeUnits: 0.625,
  httpRequests: 1,
  /** Of a REST API, which the streamed routes need. */
  restRequests: 3.5,
  lambdaRequests: 0.2,
  /** Of a queue of SQS, also where nothing is received. */
  queuePolls: 0.4,
  /** Of a fair queue of SQS, to which messages are sent with a group: aws.amazon.com/sqs/pricing. */
  queueRequests: 0.5,
  /** Of a WebSocket API, in either direction, up to 32 KB. */
  socketMessages: 1,
  socketMinutes: 0.25,
  traces: 5,
  /** S3's are events that one opts in to. */
  bucketEvents: 1,
  bucketPuts: 5,
  bucketGets: 0.4,
  toTiering: 10,
};
/** arm64. */
const perGbSecond = 0.000_013_333_4;
const perGbOfLogs = 0.5;
/** Of what a query of Logs Insights looks at. */
export const perGbOfLogsAsked = 0.005;
const perGbSentOut = 0.09;

/** Prices per month, regardless of use. GB are of stored data. */
export const perMonth = {
  alarmMetric: 0.1,
  compositeAlarm: 0.5,
  dashboard: 3,
  ownMetric: 0.3,
  key: 1,
  gbOfTable: 0.25,
  gbOfRecovery: 0.2,
  gbOfBucket: 0.023,
  /** Of recordings that Intelligent-Tiering has moved on. */
  gbOfInfrequent: 0.0125,
  gbOfArchive: 0.004,
  secret: 0.4,
  /** Of logs, as they are kept: compressed. */
  gbOfLogs: 0.03,
  watchedRecording: 0.000_002_5,
};

/**
 * Prices of speech a minute, and of a neural character, as others report them in November 2026: the sellers'
 * pages were not read.
 */
export const perMinute = {
  recognition: 0.024,
  characters: 0.000_016,
  relay: 0.07,
  retell: { least: 0.07, most: 0.31 },
};

/** List prices of others for a minute of a call in the United States, in autumn 2026. */
export const perCallMinute = {
  /** twilio.com/voice/pricing/us. */
  lineIn: 0.0085,
  lineOut: 0.014,
  /** vapi.ai/pricing. */
  vapi: 0.05,
  /** retellai.com/pricing. */
  retell: 0.055,
  /** 400 credits at 0.30 $ per 1,000, on the plan Creator: help.elevenlabs.io, on the costs of Agents. */
  elevenlabs: 0.12,
} as const;

/** Assumptions, in addition to the measurements. */
export const assumed = {
  memoryGb: 0.5,
  /** Of a warm function that answers a request, or is run by the clock. */
  milliseconds: 15,
  /** Of a function that answers a message of a chat: nearly all of it is the model's. */
  answerMs: 2000,
  /** Of a warm function that follows events, for each of its calls of DynamoDB. */
  millisecondsPerCall: 10,
  /** Of an answer in a call. */
  sentencesOfAnswer: 3,
  /** Of a function that delivers a message: most of it is the receiver's. */
  deliveryMs: 200,
  /** Lambda's own two lines of each invocation, `platform.start` and `platform.report`. */
  startLine: 400,
  reportLine: 400,
  /** The bytes that a scheduled function logs. */
  clockLine: 250,
  /** The number of times that a call's record and transcript are read. */
  reads: 3,
  /** The number of pollers by which Lambda polls an empty queue. Each waits for 20 seconds. */
  pollers: 5,
  pollsAMinute: 3,
  daysAMonth: 30,
};

const gb = 1024 ** 3;

/** The price of consumed units in dollars. */
export const dollarsOf = (readUnits: number, writeUnits: number): number =>
  (readUnits * perMillion.readUnits + writeUnits * perMillion.writeUnits) / 1_000_000;

/** Dollars for one of each of these. */
export const dollarsFor = (
  what: Exclude<keyof typeof perMillion, 'readUnits' | 'writeUnits'>,
  count = 1,
): number => (count * perMillion[what]) / 1_000_000;

export const dollarsToSend = (bytes: number): number => (bytes / gb) * perGbSentOut;
export const dollarsToLog = (bytes: number): number => (bytes / gb) * perGbOfLogs;

/** Dollars for an invocation, without its lines. */
export const dollarsToRun = (milliseconds: number): number =>
  dollarsFor('lambdaRequests') + (milliseconds / 1000) * assumed.memoryGb * perGbSecond;

type GbOf = Extract<keyof typeof perMonth, `gbOf${string}`>;

/** Dollars a month for bytes that are kept. */
export const dollarsToKeep = (bytes: number, where: GbOf): number => (bytes / gb) * perMonth[where];

/** The size of a function's and the gateway's log lines, in bytes. */
export interface Lines {
  readonly own_line: number;
  readonly access_line: number;
}

/** Bytes of log that a request leaves: the function's line, Lambda's two, and the gateway's. */
export const requestLogBytes = ({ own_line, access_line }: Lines): number =>
  own_line + access_line + assumed.startLine + assumed.reportLine;

/** Dollars for a million requests with the given units, by component. */
export const perMillionRequests = (
  readUnits: number,
  writeUnits: number,
  lines: Lines,
  gateway: 'httpRequests' | 'restRequests' = 'httpRequests',
) => {
  const parts = {
    dynamodb: dollarsOf(readUnits, writeUnits) * 1_000_000,
    gateway: perMillion[gateway],
    lambda: dollarsToRun(assumed.milliseconds) * 1_000_000,
    logs: dollarsToLog(requestLogBytes(lines)) * 1_000_000,
  };
  return { ...parts, all: Object.values(parts).reduce((sum, part) => sum + part, 0) };
};
