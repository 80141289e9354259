import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Analyzer } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useTranscript } from '../conversations/use-transcript.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';
import type { Draft } from './draft.ts';
import { asksModel } from './draft.ts';
import { Findings, outcomeOf, ResultRow } from './results.tsx';

/** So many of the latest calls are offered. */
const offered = 25;

/** The latest calls of an organization, or of all that the key reaches, which a draft can be tried with. */
export const useCallsToTry = (owner: string | undefined, enabled = true) => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['conversations', owner, 'to try'],
    queryFn: ({ signal }) =>
      api.conversations.list({
        query: { status: 'completed', limit: offered, ...(owner && { client_id: owner }) },
        signal,
      }),
    enabled,
  });
};

/** Tries the draft with a real call. Nothing is stored. */
export const Preview = ({ analyzer, draft }: { readonly analyzer: Analyzer; readonly draft: Draft }) => {
  const { api, me } = useSession();
  const org = useOrg();
  const { client_id } = analyzer;
  const calls = useCallsToTry(org ?? (client_id === me.client?.id ? undefined : client_id) ?? undefined);
  const [chosen, setChosen] = useState<string>();
  const items = calls.data?.data ?? [];
  const conversationId = chosen ?? items[0]?.id ?? '';
  const attempt = useAction({
    send: () =>
      api.analyses.preview({
        params: { analyzer_id: analyzer.id },
        body: { conversation_id: conversationId, draft },
      }),
  });
  const { preview } = words.analyzers;
  return (
    <div className={styles.pane}>
      <div className={kit.row}>
        <h2>{preview.title}</h2>
        <span className={cx(kit.small, kit.muted)}>{preview.hint}</span>
      </div>
      {calls.error && <Problem error={calls.error} />}
      {calls.isSuccess && items.length === 0 && <p className={kit.muted}>{preview.noCalls}</p>}
      {items.length > 0 && (
        <>
          <SelectField
            label={preview.call}
            value={conversationId}
            options={items.map(({ id, caller, start_time }) => ({
              value: id,
              label: [caller?.name ?? caller?.number ?? caller?.id, formatTime(start_time)]
                .filter(Boolean)
                .join(', '),
            }))}
            onChange={({ target }) => {
              setChosen(target.value);
              attempt.reset();
            }}
          />
          <Button busy={attempt.isPending} onClick={() => attempt.mutate()}>
            {preview.action}
          </Button>
          {attempt.isPending && asksModel(draft) && (
            <p className={cx(kit.small, kit.muted)}>{preview.seconds}</p>
          )}
        </>
      )}
      {attempt.error && <Problem error={attempt.error} />}
      {attempt.data && <PreviewResult key={attempt.data.analyzed_at} analysis={attempt.data} />}
    </div>
  );
};

const PreviewResult = ({ analysis }: { readonly analysis: Parameters<typeof outcomeOf>[0] }) => {
  const { turns } = useTranscript(analysis.conversation_id);
  const { preview } = words.analyzers;
  const { usage } = analysis;
  return (
    <section className={kit.stack} aria-label={preview.title}>
      <p role="status">
        {outcomeOf(analysis)}
        {usage && (
          <span className={cx(kit.small, kit.muted)}>
            {' '}
            {preview.tokens(usage.input_tokens + usage.output_tokens)}
          </span>
        )}
      </p>
      <ul className={styles.results}>
        {analysis.results.map((result) => (
          <ResultRow key={result.name} result={result} turns={turns} />
        ))}
      </ul>
      <Findings analysis={analysis} turns={turns} />
    </section>
  );
};
