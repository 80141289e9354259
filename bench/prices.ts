/*
 * List prices in us-east-1, in dollars, of November 2026: aws.amazon.com/dynamodb/pricing/on-demand,
 * aws.amazon.com/api-gateway/pricing, aws.amazon.com/lambda/pricing, aws.amazon.com/cloudwatch/pricing. They are
 * written down here rather than looked up, so that a change of the figures is a change of the code's.
 */

const perMillion = { readUnits: 0.125, writeUnits: 0.625, httpRequests: 1, lambdaRequests: 0.2 };
/** arm64. */
const perGbSecond = 0.000_013_333_4;
const perGbOfLogs = 0.5;

/** What is assumed of a request, beside what is measured: it is warm, and writes one line into its log. */
export const assumed = { memoryGb: 0.5, milliseconds: 15, logBytes: 600 };

/** Dollars for a million requests that use so many units each. */
export const perMillionRequests = (readUnits: number, writeUnits: number) => {
  const dynamodb = readUnits * perMillion.readUnits + writeUnits * perMillion.writeUnits;
  const lambda =
    perMillion.lambdaRequests + (assumed.milliseconds / 1000) * assumed.memoryGb * perGbSecond * 1_000_000;
  const logs = (assumed.logBytes / 1024 ** 3) * perGbOfLogs * 1_000_000;
  return { dynamodb, all: dynamodb + lambda + logs + perMillion.httpRequests };
};

/** Dollars for so many units alone. */
export const dollarsOf = (readUnits: number, writeUnits: number): number =>
  (readUnits * perMillion.readUnits + writeUnits * perMillion.writeUnits) / 1_000_000;
