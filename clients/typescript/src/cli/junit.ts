import type { TestAttempt, TestRun } from '../index.ts';
import { notPassed, reasonsOf } from './report.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text without the characters that XML does not allow, and with the others in its own notation. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll(/\s+/g, ' ')}"`)
    .join('');

const secondsOf = (attempts: readonly TestAttempt[]): string => {
  const answers = attempts.flatMap(({ messages }) => messages);
  return (answers.reduce((sum, { latency_ms }) => sum + (latency_ms ?? 0), 0) / 1000).toFixed(3);
};

const conversationOf = ({ attempt, messages }: TestAttempt): string =>
  [`Attempt ${attempt}`, ...messages.map(({ role, content }) => `${role}: ${content}`)].join('\n');

/**
 * The results as JUnit XML. A scenario is one case, whatever the number of its attempts: an attempt that
 * fails does not fail a scenario whose rule allows it.
 */
export const junitOf = (run: TestRun, attempts: readonly TestAttempt[]): string => {
  const { scenarios, agent_id, agent_version, suite_id } = run;
  const name = suite_id ?? agent_id;
  const counts = {
    tests: scenarios.length,
    failures: scenarios.filter(({ result }) => result === 'failed').length,
    errors: scenarios.filter(({ result }) => result === 'inconclusive').length,
  };
  const cases = scenarios.map((scenario) => {
    const all = attempts.filter(({ scenario_id }) => scenario_id === scenario.scenario_id);
    const others = notPassed(all, scenario);
    const reasons = others.flatMap(reasonsOf);
    const element = scenario.result === 'failed' ? 'failure' : 'error';
    const message = `${scenario.passed} of ${scenario.attempts} attempts passed`;
    const text = [...reasons, '', ...others.map(conversationOf)].join('\n');
    const inner =
      scenario.result === 'passed'
        ? ''
        : `\n      <${element}${attributes({ message, type: reasons[0] ?? scenario.result })}>${escaped(text)}</${element}>\n    `;
    const named = { classname: name, name: scenario.name, time: secondsOf(all) };
    return `    <testcase${attributes(named)}>${inner}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(counts)}>`,
    `  <testsuite${attributes({ name, ...counts, skipped: 0, time: secondsOf(attempts), timestamp: run.created_at })}>`,
    '    <properties>',
    ...Object.entries({ run: run.id, agent: agent_id, agent_version }).map(
      ([property, value]) => `      <property${attributes({ name: property, value })}/>`,
    ),
    '    </properties>',
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};
