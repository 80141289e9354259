import type { Import, Integration } from 'voice-agent-platform-client';
import { momentsHere } from '../api/days.ts';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-list.ts';
import { zoneHere } from '../api/zone.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { StatusBadge } from './badges.tsx';

/** While an import runs, its progress is read again. */
const everyMs = 2000;

const StartImport = ({ integrationId }: { readonly integrationId: string }) => {
  const { api } = useSession();
  const { imports } = words.integrations;
  const form = useForm({
    initial: { resource: 'conversations' as Import['resource'], since: '', recordings: true },
    send: ({ resource, since, recordings }) =>
      api.imports.create({
        params: { integration_id: integrationId },
        body: {
          resource,
          recordings,
          ...(resource === 'conversations' && since && momentsHere({ from: since })),
        },
      }),
    refresh: [['imports', integrationId]],
  });
  return (
    <form className={kit.stack} onSubmit={form.submit} aria-label={imports.form}>
      <div className={kit.filters}>
        <SelectField
          label={imports.what}
          options={[
            { value: 'conversations', label: imports.resources.conversations },
            { value: 'agents', label: imports.resources.agents },
          ]}
          {...form.bind('resource')}
        />
        {form.values.resource === 'conversations' && (
          <>
            <TextField label={imports.since(zoneHere)} type="date" {...form.bind('since')} />
            <CheckField label={imports.recordings} {...form.check('recordings')} />
          </>
        )}
        <Button look="primary" type="submit" busy={form.busy}>
          {imports.action}
        </Button>
      </div>
      {Boolean(form.error) && <Problem error={form.error} />}
    </form>
  );
};

const ImportCard = ({ item }: { readonly item: Import }) => {
  const { api, may } = useSession();
  const { imports } = words.integrations;
  const resource = imports.resources[item.resource];
  const cancel = useAction({
    send: () => api.imports.cancel({ params: { integration_id: item.integration_id, import_id: item.id } }),
    refresh: [['imports', item.integration_id]],
  });
  return (
    <article className={cx(kit.stack, kit.tight)} aria-label={imports.cardOf(resource)}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{resource}</h2>
        <div className={kit.row}>
          <StatusBadge status={item.status} />
          {item.status === 'running' && may('integrations:write') && (
            <Button small busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {imports.cancel}
            </Button>
          )}
        </div>
      </div>
      <p className={kit.figures}>{imports.counts(item.created, item.skipped, item.failed, item.seen)}</p>
      <p className={cx(kit.small, kit.muted)}>
        {item.completed_at
          ? imports.ended(formatTime(item.created_at), formatTime(item.completed_at))
          : imports.started(formatTime(item.created_at))}
      </p>
      {item.status_detail && <p className={cx(kit.notice, kit.warn, kit.small)}>{item.status_detail}</p>}
      {cancel.error && <Problem error={cancel.error} />}
      {item.errors.length > 0 && (
        <details>
          <summary>{imports.errors}</summary>
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

export const useImports = (integrationId: string, enabled = true) => {
  const { api } = useSession();
  return useList(
    ['imports', integrationId],
    ({ limit, cursor }, signal) =>
      api.imports.list({
        params: { integration_id: integrationId },
        query: { limit: String(limit), ...(cursor && { cursor }) },
        signal,
      }),
    { enabled, refetchInterval: everyMs },
  );
};

/** Transfers of what the provider has recorded before, with their progress. */
export const Imports = ({ integration }: { readonly integration: Integration }) => {
  const { may } = useSession();
  const { imports } = words.integrations;
  const { id: integrationId, api_key_hint } = integration;
  const list = useImports(integrationId);
  return (
    <div className={kit.stack}>
      {may('integrations:write') &&
        (api_key_hint === null ? (
          <p className={cx(kit.notice, kit.warn)}>{imports.needsKey}</p>
        ) : (
          <StartImport integrationId={integrationId} />
        ))}
      <List list={list} empty={imports.empty}>
        {(items) => items.map((item) => <ImportCard key={item.id} item={item} />)}
      </List>
    </div>
  );
};
