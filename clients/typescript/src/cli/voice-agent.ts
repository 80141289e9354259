#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { exitCodes, testAgent } from './test-agent.ts';

/*
 * The program of the package, for builds: it runs tests of an agent, and its exit code is their result.
 */

const usage = `voice-agent test --agent <id> --suite <id> [options]

Runs the tests of an agent, prints the results and exits with 0 if they passed, 1 if they failed, 2 if they
are inconclusive, and 3 if they could not be run. Ctrl-C cancels the run.

  --agent <id>                the agent
  --suite <id>                the suite
  --scenario <id>             a single scenario in place of a suite, as often as needed
  --version <number>          the version of the agent; by default the current one
  --repeat <number>           the attempts at each scenario; by default those of the suite
  --compare-with <run>        an earlier run, or last_passed
  --tokens <number>           the most tokens of models to use
  --junit <file>              writes the results as JUnit XML
  --help                      shows these options

The environment has the address of the platform in VOICE_AGENT_URL, and in VOICE_AGENT_KEY an API key with the
scopes tests:write, tests:read and agents:read.`;

class UsageError extends Error {}

const options = {
  agent: { type: 'string' },
  suite: { type: 'string' },
  scenario: { type: 'string', multiple: true },
  version: { type: 'string' },
  repeat: { type: 'string' },
  'compare-with': { type: 'string' },
  tokens: { type: 'string' },
  junit: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const numberOf = (name: string, value: string | undefined): number | undefined => {
  if (value !== undefined && !/^[1-9]\d*$/.test(value)) throw new UsageError(`--${name} must be a number`);
  return value === undefined ? undefined : Number(value);
};

const parse = (given: readonly string[]) => {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const main = async (): Promise<number> => {
  const { values, positionals } = parse(process.argv.slice(2));
  if (values.help) {
    console.log(usage);
    return exitCodes.passed;
  }
  const { VOICE_AGENT_URL: baseUrl, VOICE_AGENT_KEY: apiKey } = process.env;
  if (positionals.join(' ') !== 'test') throw new UsageError('The command must be test');
  const { agent, suite, scenario, junit } = values;
  if (!agent) throw new UsageError('--agent is required');
  if (!suite === !scenario) throw new UsageError('Either --suite or --scenario is required');
  if (!baseUrl || !apiKey) throw new UsageError('VOICE_AGENT_URL and VOICE_AGENT_KEY are required');
  const version = numberOf('version', values.version);
  const repeat = numberOf('repeat', values.repeat);
  const tokens = numberOf('tokens', values.tokens);
  const compare_with = values['compare-with'];
  return testAgent({ baseUrl, apiKey }, agent, junit, {
    ...(suite ? { suite_id: suite } : { scenario_ids: scenario ?? [] }),
    ...(version !== undefined && { version }),
    ...(repeat !== undefined && { repeat }),
    ...(tokens !== undefined && { tokens }),
    ...(compare_with !== undefined && { compare_with }),
  });
};

try {
  process.exitCode = await main();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  console.error(error instanceof UsageError ? `${text}\n\n${usage}` : text);
  process.exitCode = exitCodes.notRun;
}
