import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AuditRecord } from 'voice-agent-platform-client';
import { momentsHere } from '../api/days.ts';
import { formatNumber, formatTime } from '../api/format.ts';
import { OrganizationName, short, useDirectory, useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-list.ts';
import { zoneHere } from '../api/zone.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { DaysField } from '../kit/days-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { toastProblem } from '../kit/toasts.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { changes, reads } from './actions.ts';
import { ActorName } from './actor-name.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { TargetName } from './target-name.tsx';

const route = getRouteApi('/audit');

type Search = ReturnType<typeof route.useSearch>;

const idPattern = /^([a-z]+_[0-9a-z]{26}|platform)$/;

/** Writes the log of the chosen days into a file, which is on the page of exports. */
const Save = ({ search: { from, to } }: { readonly search: Search }) => {
  const { api } = useSession();
  const org = useOrg();
  const navigate = useNavigate();
  const save = useAction({
    send: () =>
      api.exports.create({
        body: {
          ...(org && { client_id: org }),
          resources: ['audit_records'],
          format: 'csv',
          filters: momentsHere({ from, to }),
        },
      }),
    refresh: [['exports']],
    onSent: () => navigate({ to: '/exports' }),
    onRefused: toastProblem,
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      {words.audit.save}
    </Button>
  );
};

/** The people of the organization, of whom the log shows one. */
const Who = ({
  actor,
  onChange,
}: {
  readonly actor: string | undefined;
  readonly onChange: (actor: string | undefined) => void;
}) => {
  const { api, may } = useSession();
  const org = useOrg();
  const { audit } = words;
  const found = useQuery({
    queryKey: ['members', 'in the log', org],
    queryFn: ({ signal }) =>
      api.members.list({ query: { limit: '100', ...(org && { client_id: org }) }, signal }),
    enabled: may('members:read'),
  });
  const people = new Map(
    found.data?.data.map(({ person }) => [person.id, person.name ?? person.email ?? short(person.id)]),
  );
  const nameOf = useNames('person', actor && !people.has(actor) ? [actor] : []);
  if (actor && !people.has(actor)) people.set(actor, nameOf(actor));
  if (people.size === 0) return undefined;
  const options = [...people].map(([value, label]) => ({ value, label }));
  return (
    <SelectField
      label={audit.actor}
      value={actor ?? ''}
      options={[
        { value: '', label: audit.anybody },
        ...options.sort((one, other) => one.label.localeCompare(other.label)),
      ]}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  );
};

const Filters = ({
  search,
  onChange,
}: {
  readonly search: Search;
  readonly onChange: (part: Partial<Search>) => void;
}) => {
  const { audit } = words;
  const narrowed = search.actor ?? search.target;
  return (
    <div className={kit.filters}>
      <SelectField
        label={audit.action}
        value={search.action ?? ''}
        options={[
          { value: '', label: audit.anyAction },
          ...[...reads, ...changes].map((value) => ({ value, label: audit.actionOf(value) })),
        ]}
        onChange={({ target }) => onChange({ action: target.value || undefined })}
      />
      <Who actor={search.actor} onChange={(actor) => onChange({ actor })} />
      <DaysField
        days={{ from: search.from, to: search.to }}
        timeZone={zoneHere}
        onChange={({ from, to }) => onChange({ from, to })}
      />
      <TextField
        key={search.target}
        label={audit.target}
        placeholder="conv_…"
        defaultValue={search.target ?? ''}
        onChange={({ target }) => {
          const value = target.value.trim();
          if (value === '' || idPattern.test(value)) onChange({ target: value || undefined });
        }}
      />
      {narrowed && (
        <Button onClick={() => onChange({ actor: undefined, target: undefined })}>{audit.clear}</Button>
      )}
    </div>
  );
};

/** The audit log: changes, and access to words and audio. */
export const AuditPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { actor, target, action, from, to } = search;
  const { start_after, start_before } = momentsHere({ from, to });
  useDirectory('agent', 'key', 'person');
  const list = useList(['audit-records', org, actor, target, action, from, to], ({ limit, cursor }, signal) =>
    api.auditRecords.list({
      query: {
        limit: String(limit),
        ...(cursor && { cursor }),
        ...(org && { client_id: org }),
        ...(actor && { actor }),
        ...(target && { target }),
        ...(action && { action }),
        ...(start_after && { from: start_after }),
        ...(start_before && { to: start_before }),
      },
      signal,
    }),
  );
  const change = (part: Partial<Search>) => void navigate({ search: (now) => ({ ...now, ...part }) });
  const { audit } = words;
  return (
    <ListPage<AuditRecord>
      title={audit.title}
      actions={may('exports:write') && <Save search={search} />}
      filters={<Filters search={search} onChange={change} />}
      list={list}
      empty={audit.empty}
      label={audit.title}
      columns={[
        {
          title: audit.columns.action,
          kind: 'heading',
          cell: (record) => (
            <DialogButton
              small
              look="plain"
              dialog={(onClose) => <RecordDialog record={record} onClose={onClose} onNarrow={change} />}
            >
              {audit.actionOf(record.action)}
            </DialogButton>
          ),
        },
        { title: audit.columns.actor, cell: ({ actor: who }) => <ActorName actor={who} /> },
        { title: audit.columns.target, cell: ({ target: about }) => <TargetName target={about} /> },
        {
          title: audit.columns.organization,
          cell: ({ client_id }) => <OrganizationName id={client_id} />,
        },
        { title: audit.columns.count, kind: 'number', cell: ({ count }) => formatNumber(count) },
        {
          title: audit.columns.time,
          cell: ({ time }) => (
            <time dateTime={time} className={cx(kit.small, kit.figures)}>
              {formatTime(time)}
            </time>
          ),
        },
      ]}
    />
  );
};
