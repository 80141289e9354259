import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Import } from 'voice-agent-platform-client';
import { momentsHere, zoneHere } from '../api/days.ts';
import { formatNumber, formatTime, inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { StatusBadge } from './badges.tsx';

/** While an import runs, its progress is read again. */
const everyMs = 2000;

const StartImport = ({ integrationId }: { readonly integrationId: string }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const [resource, setResource] = useState<Import['resource']>('conversations');
  const [since, setSince] = useState('');
  const [recordings, setRecordings] = useState(true);
  const start = useMutation({
    mutationFn: () =>
      api.imports.create({
        params: { integration_id: integrationId },
        body: {
          resource,
          recordings,
          ...(resource === 'conversations' && since && momentsHere({ from: since })),
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['imports', integrationId] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <form className={cx(kit.card, kit.stack)} onSubmit={submit} aria-label="New import">
      <div className={kit.filters}>
        <SelectField
          label="What to import"
          value={resource}
          options={[
            { value: 'conversations', label: 'Conversations' },
            { value: 'agents', label: 'Agents' },
          ]}
          onChange={({ target }) => setResource(target.value as Import['resource'])}
        />
        {resource === 'conversations' && (
          <>
            <TextField
              label={`Since, in ${zoneHere}`}
              type="date"
              value={since}
              onChange={({ target }) => setSince(target.value)}
            />
            <CheckField
              label="With recordings"
              checked={recordings}
              onChange={({ target }) => setRecordings(target.checked)}
            />
          </>
        )}
        <Button look="primary" type="submit" busy={start.isPending}>
          Import
        </Button>
      </div>
      {start.error && <Problem error={start.error} />}
    </form>
  );
};

const ImportCard = ({ item }: { readonly item: Import }) => {
  const { api, may } = useSession();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      api.imports.cancel({ params: { integration_id: item.integration_id, import_id: item.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['imports', item.integration_id] }),
  });
  return (
    <article className={cx(kit.card, kit.stack, kit.tight)} aria-label={`Import of ${item.resource}`}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{inWords(item.resource)}</h2>
        <div className={kit.row}>
          <StatusBadge status={item.status} />
          {item.status === 'running' && may('integrations:write') && (
            <Button small busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel
            </Button>
          )}
        </div>
      </div>
      <p className={kit.figures}>
        {formatNumber(item.created)} new, {formatNumber(item.skipped)} here already,{' '}
        {formatNumber(item.failed)} failed, of {formatNumber(item.seen)} seen
      </p>
      <p className={cx(kit.small, kit.muted)}>
        Started {formatTime(item.created_at)}
        {item.completed_at && `, ended ${formatTime(item.completed_at)}`}
      </p>
      {item.status_detail && <p className={cx(kit.notice, kit.warn, kit.small)}>{item.status_detail}</p>}
      {cancel.error && <Problem error={cancel.error} />}
      {item.errors.length > 0 && (
        <details>
          <summary>What could not be imported</summary>
          <ul className={cx(kit.stack, kit.tight, kit.small)}>
            {item.errors.map(({ provider_id, detail }) => (
              <li key={provider_id}>
                <span className={kit.mono}>{provider_id}</span> {detail}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
};

/** Transfers of what the provider has recorded before, with their progress. */
export const Imports = ({ integrationId }: { readonly integrationId: string }) => {
  const { api, may } = useSession();
  const { items, query } = useList(
    ['imports', integrationId],
    ({ limit, cursor }, signal) =>
      api.imports.list({
        params: { integration_id: integrationId },
        query: { limit: String(limit), ...(cursor && { cursor }) },
        signal,
      }),
    { refetchInterval: everyMs },
  );
  return (
    <div className={kit.stack}>
      {may('integrations:write') && <StartImport integrationId={integrationId} />}
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="Nothing was imported yet">
          <p>An import brings in agents, or calls from before the provider was connected.</p>
        </Empty>
      )}
      {items.map((item) => (
        <ImportCard key={item.id} item={item} />
      ))}
      <LoadMore query={query} />
    </div>
  );
};
