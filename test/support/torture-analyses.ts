import { isDeepStrictEqual } from 'node:util';
import type { Analysis } from '#lib/contract/analyses.ts';
import type { Analyzer } from '#lib/contract/analyzers.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Knowledge, RunningPlatform, SentTurn } from './torture-load.ts';
import { newKnowledge } from './torture-load.ts';

/*
 * Analyzers of the platform and of one organization of each worker, which need no model. They analyze every
 * conversation that is over, and once more what has got more turns since.
 */

const newAnalyzer = ({ operator }: RunningPlatform, word: string, client_id?: string): Promise<Analyzer> =>
  operator.analyzers.create({
    body: {
      name: `Finds “${word}”`,
      ...(client_id && { client_id }),
      criteria: [{ name: word, kind: 'contains', texts: [word] }],
      when: { min_turns: 0, min_duration_ms: 0 },
      write: { outcome: 'none', sentiment: 'none', summary: 'none', data: 'none', quality: 'none' },
    },
  });

/** The knowledge of workers with an organization each that has an analyzer, and all the analyzers. */
export const startAnalyzing = async (
  platform: RunningPlatform,
  workers: number,
): Promise<{ readonly known: readonly Knowledge[]; readonly analyzers: readonly Analyzer[] }> => {
  const known = Array.from({ length: workers }, newKnowledge);
  const own = known.map(async ({ clients }, worker) => {
    const { reply, response } = await platform.operator.clients.create.withResponse({
      body: {
        name: `Analyzes, ${worker}`,
        type: 'client',
        parent_id: null,
        settings: { analysis: { enabled: true } },
      },
    });
    clients.push({ state: reply, etag: response.headers.get('etag'), round: 0, gone: false });
    return newAnalyzer(platform, 'refund', reply.id);
  });
  return { known, analyzers: await Promise.all([newAnalyzer(platform, 'invoice'), ...own]) };
};

/** The analyzers that apply to an organization, the nearest first. */
export const analyzersOf = (
  clientId: string | null,
  analyzers: readonly Analyzer[],
  workers: readonly Knowledge[],
): Analyzer[] => {
  const clients = workers.flatMap(({ clients: own }) => own);
  const parent = clients.find(({ state }) => state.id === clientId)?.state.parent_id ?? null;
  const above = clientId === null ? [] : analyzersOf(parent, analyzers, workers);
  return [...analyzers.filter(({ client_id }) => client_id === clientId), ...above];
};

const saysIt = (turns: readonly Pick<SentTurn, 'text'>[], { criteria: [criterion] }: Analyzer): boolean =>
  turns.some(({ text }) => text.includes(criterion?.name ?? ''));

/** The summary of its analyses in a conversation that is over. */
export const overviewOf = (
  turns: readonly Pick<SentTurn, 'text'>[],
  applying: readonly Analyzer[],
): Conversation['analysis'] => ({
  status: 'completed',
  successful: null,
  failed: applying.filter((one) => !saysIt(turns, one)).map(({ criteria: [first] }) => first?.name ?? ''),
});

/**
 * A conversation that is over has one analysis by each analyzer that applies, of all its turns, and no others
 * have any.
 */
export const findingsOfAnalyses = (
  analyses: readonly Analysis[],
  turns: readonly Pick<SentTurn, 'text'>[],
  applying: readonly Analyzer[],
): string[] => {
  const factsOf = ({ analyzer_id, status, turns_read, results }: Analysis) => [
    analyzer_id,
    status,
    turns_read,
    ...results.map(({ verdict }) => verdict),
  ];
  const found = analyses.map(factsOf).sort();
  const expected = applying
    .map((one) => [one.id, 'completed', turns.length, saysIt(turns, one) ? 'passed' : 'failed'])
    .sort();
  return isDeepStrictEqual(found, expected)
    ? []
    : [`its analyses are ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`];
};

/** A conversation is analyzed once after its end, and at most once more each time turns are added later. */
export const findingsOfCount = (count: number, { late }: { readonly late: number }): string[] =>
  count >= 1 && count <= 1 + late ? [] : [`it was analyzed ${count} times, with turns added ${late} times`];
