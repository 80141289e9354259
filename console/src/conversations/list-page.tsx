import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ConversationItem } from 'voice-agent-platform-client';
import { toCsv } from '../api/csv.ts';
import { saveFile } from '../api/download.ts';
import { formatNumber } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { SelectField } from '../kit/field.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { Problem } from '../kit/notices.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { useOrg } from '../shell/use-org.ts';
import { Filters } from './filters.tsx';
import { ConversationRow } from './row.tsx';
import type { ConversationSearch } from './search.ts';
import { filtersIn, toQuery } from './search.ts';

const route = getRouteApi('/conversations');

const columns = [
  'id',
  'start_time',
  'duration_ms',
  'status',
  'outcome',
  'sentiment',
  'channel',
  'direction',
  'caller',
  'agent_id',
  'client_id',
  'cost',
  'currency',
  'summary',
  'tags',
  'reviewed_at',
] as const;

const rowOf = (item: ConversationItem): unknown[] => {
  const special: Readonly<Record<string, unknown>> = {
    caller: item.caller?.number ?? item.caller?.id,
    cost: item.cost?.amount,
    currency: item.cost?.currency,
    tags: item.tags.join(' '),
    reviewed_at: item.reviewed?.at,
  };
  return columns.map((name) => (name in special ? special[name] : item[name as keyof ConversationItem]));
};

/** Saves what the filters show, all pages of it. */
const SaveButton = ({ query }: { readonly query: ReturnType<typeof toQuery> }) => {
  const { api } = useSession();
  const [count, setCount] = useState<number>();
  const [error, setError] = useState<unknown>();
  const save = async () => {
    setError(undefined);
    try {
      const rows: unknown[][] = [[...columns]];
      for await (const page of api.conversations.list.pages({ query: { ...query, limit: 100 } })) {
        rows.push(...page.data.map(rowOf));
        setCount(rows.length - 1);
      }
      saveFile('conversations.csv', 'text/csv;charset=utf-8', toCsv(rows));
    } catch (problem) {
      setError(problem);
    }
    setCount(undefined);
  };
  return (
    <>
      <Button busy={count !== undefined} onClick={() => void save()}>
        {count === undefined ? 'Save as CSV' : `${formatNumber(count)} conversations …`}
      </Button>
      {error !== undefined && <Problem error={error} />}
    </>
  );
};

/** Says what to do where nothing was found. */
const nothing = (filtered: boolean) =>
  filtered
    ? {
        title: 'No conversation matches',
        text: 'Remove a filter or search for fewer words. A conversation can be found by its words after it has ended.',
      }
    : {
        title: 'There are no conversations yet',
        text: (
          <>
            Conversations appear here when they are recorded with <code>POST /v1/conversations</code>, or when
            a connected provider reports them.
          </>
        ),
      };

export const ConversationsPage = () => {
  const { api } = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const org = useOrg();
  const query = useMemo(() => toQuery(search, org), [search, org]);
  const list = useList(['conversations', org, query], (page, signal) =>
    api.conversations.list({ query: { ...query, ...page }, signal }),
  );
  const change = (next: ConversationSearch) =>
    void navigate({
      search: (previous) =>
        Object.fromEntries(Object.entries({ ...previous, ...next }).filter(([, value]) => value)),
    });
  const { hasNextPage, isFetching, fetchNextPage } = list.query;
  return (
    <ListPage
      title="Conversations"
      actions={
        <>
          <SelectField
            label="Order"
            labelHidden
            value={search.order ?? 'desc'}
            options={[
              { value: 'desc', label: 'Newest first' },
              { value: 'asc', label: 'Oldest first' },
            ]}
            onChange={({ target }) => change({ order: target.value === 'asc' ? 'asc' : undefined })}
          />
          <SaveButton query={query} />
        </>
      }
      filters={<Filters search={search} onChange={change} />}
      list={list}
      endless
      empty={nothing(filtersIn(search).length > 0)}
    >
      {(items) => (
        <VirtualList
          label="Conversations"
          items={items}
          keyOf={({ id }) => id}
          estimate={96}
          hasMore={hasNextPage}
          onMore={() => void (isFetching || fetchNextPage())}
        >
          {(item) => <ConversationRow item={item} q={search.q} />}
        </VirtualList>
      )}
    </ListPage>
  );
};
