import { AnalyzerInput } from '#lib/contract/analyzers.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { Meter } from '#lib/domain/analysis/judge.ts';
import { newId } from '#lib/domain/ids.ts';
import { judge } from '#lib/model/judge.ts';
import type { Question } from './questions.ts';

const unlimited: Meter = { reserve: async () => true, settle: async () => {} };

/** A transcript without the calls of services, because their arguments are the truth. */
const turnsOf = ({ turns }: Question): Turn[] =>
  turns.map((turn, index) => ({
    index,
    ...turn,
    start_ms: null,
    end_ms: null,
    tool_calls: [],
    metadata: {},
  }));

/** The value that the model finds for each slot, as an analysis would; undefined if the model fails. */
export const extract = async (question: Question): Promise<ReadonlyMap<string, unknown> | undefined> => {
  const now = new Date().toISOString();
  const analyzer = {
    ...AnalyzerInput.parse({ name: question.service, fields: question.fields }),
    ...{ id: newId('anl'), client_id: null, version: 1, created_at: now, updated_at: now },
  };
  const call = { id: newId('conv'), turns: turnsOf(question) };
  const { fields } = await judge(analyzer, call, unlimited, () => Number.POSITIVE_INFINITY);
  if (fields.some(({ reason }) => reason === 'model_failed')) return undefined;
  return new Map(fields.map(({ name, value }) => [name, value]));
};
