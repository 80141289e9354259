import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallFacts, CallReport } from '#lib/domain/integrations/call-report.ts';
import type { ReportedFields } from '#lib/domain/integrations/merge.ts';
import { mergeReport, nothingReported, withoutFields } from '#lib/domain/integrations/merge.ts';

interface State {
  readonly facts: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
  readonly reported: ReportedFields;
}

const empty: State = { facts: {}, metadata: {}, reported: nothingReported };

const apply = ({ facts, metadata, reported }: State, report: CallReport): State => {
  const merged = mergeReport(
    reported,
    report,
    (field) => facts[field] !== undefined && reported.fields[field] === undefined,
  );
  const { provider_metadata = {}, ...changes } = merged.facts;
  return {
    facts: { ...facts, ...changes },
    metadata: { ...metadata, ...provider_metadata },
    reported: merged.reported,
  };
};

const seen = ({ facts, metadata }: State) => ({ facts, metadata });

const report = fc
  .record({
    stage: fc.constantFrom('aside', 'begun', 'over', 'analyzed'),
    at: fc.integer({ min: 0, max: 2 }),
    facts: fc.record(
      {
        status: fc.constantFrom('active', 'completed', 'failed'),
        summary: fc.constantFrom('one', 'two'),
        outcome: fc.constantFrom('success', 'failure'),
        end_reason: fc.constantFrom('hangup', 'timeout'),
        provider_metadata: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(2)),
      },
      { requiredKeys: [] },
    ),
  })
  .map(
    (told) =>
      ({
        conversation_id: 'call',
        agent_id: 'agent',
        recording: null,
        our_conversation_id: null,
        ...told,
      }) as CallReport,
  );

test('reports lead to the same call in any order, and if they are repeated', () => {
  fc.assert(
    fc.property(
      fc
        .array(report, { minLength: 1, maxLength: 6 })
        .chain((reports) =>
          fc.tuple(
            fc.constant(reports),
            fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 }),
          ),
        ),
      ([reports, again]) => {
        expect(seen(again.reduce(apply, empty))).toEqual(seen(reports.reduce(apply, empty)));
      },
    ),
  );
});

const told = (stage: CallReport['stage'], facts: CallFacts): CallReport => ({
  conversation_id: 'call',
  agent_id: 'agent',
  stage,
  at: 1,
  facts,
  recording: null,
  our_conversation_id: null,
});

test('an earlier state never follows a later one', () => {
  const over = apply(empty, told('over', { status: 'completed' }));
  expect(apply(over, told('begun', { status: 'active' })).facts.status).toBe('completed');
});

test('fields set by the integrator stay, whatever is reported', () => {
  const own: State = { ...empty, facts: { outcome: 'sold' } };
  const { facts } = apply(own, told('analyzed', { outcome: 'success', summary: 'It went well.' }));
  expect(facts).toEqual({ outcome: 'sold', summary: 'It went well.' });
});

test('reports no longer change a field that the integrator has changed', () => {
  const before = apply(empty, told('over', { outcome: 'failure', status: 'completed' }));
  const changed: State = {
    ...before,
    facts: { ...before.facts, outcome: 'sold' },
    reported: withoutFields(before.reported, ['outcome']),
  };
  const { facts } = apply(changed, told('analyzed', { outcome: 'success', status: 'failed' }));
  expect(facts).toEqual({ outcome: 'sold', status: 'failed' });
});

test('only reports that are the source of a field are stored', () => {
  const first = apply(empty, told('begun', { status: 'active' }));
  const { reported } = apply(first, told('over', { status: 'completed', summary: 'Done.' }));
  expect(reported.ranks).toHaveLength(1);
});
