import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ConversationItem } from 'voice-agent-platform-client';
import { toCsv } from '../api/csv.ts';
import { saveFile } from '../api/download.ts';
import { formatNumber } from '../api/format.ts';
import { usePreferences } from '../api/preferences.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { Menu, MenuCheck, MenuChoice, MenuItem } from '../kit/menu.tsx';
import { Problem } from '../kit/notices.tsx';
import { Split } from '../kit/split.tsx';
import { toastProblem } from '../kit/toasts.tsx';
import { useShortcut } from '../kit/use-shortcut.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { CallPane } from './call-pane.tsx';
import { CallsTable } from './calls-table.tsx';
import { choices, columnsIn, csvRows } from './columns.tsx';
import styles from './conversations.module.css';
import { ErasePersonDialog } from './erase-person-dialog.tsx';
import { Filters } from './filters.tsx';
import type { ConversationSearch } from './search.ts';
import { filtersIn, isCountable, isNational, rememberList, toQuery } from './search.ts';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useCalls } from './use-calls.ts';
import { ViewsMenu } from './views-menu.tsx';

const route = getRouteApi('/conversations');

/** Saves what the filters show, all pages of it. */
const SaveButton = ({ query }: { readonly query: ReturnType<typeof toQuery> }) => {
  const { api } = useSession();
  const [count, setCount] = useState<number>();
  const [error, setError] = useState<unknown>();
  const { saveCsv, saving, csv } = words.conversations;
  const save = async () => {
    setError(undefined);
    setCount(0);
    try {
      const items: ConversationItem[] = [];
      const asked = { ...query, limit: 50, expand: ['names' as const] };
      for await (const page of api.conversations.list.pages({ query: asked })) {
        items.push(...page.data);
        setCount(items.length);
      }
      saveFile(`${csv}.csv`, 'text/csv;charset=utf-8', toCsv(csvRows(items)));
    } catch (problem) {
      setError(problem);
    }
    setCount(undefined);
  };
  return (
    <>
      <Button busy={count !== undefined} onClick={() => void save()}>
        <Icon name="download" />
        {count === undefined ? saveCsv : saving(count)}
      </Button>
      {error !== undefined && <Problem error={error} />}
    </>
  );
};

const ColumnsMenu = () => {
  const { preferences, save } = usePreferences();
  const shown = columnsIn(preferences?.columns);
  const { columns } = words.conversations;
  return (
    <Menu
      trigger={
        <Button look="plain" className={kit.roomy}>
          {columns.button}
        </Button>
      }
    >
      {choices.map((name) => (
        <MenuCheck
          key={name}
          checked={shown.includes(name)}
          onChange={(checked) =>
            save({
              columns: choices.filter((one) => (one === name ? checked : shown.includes(one))),
            }).catch(toastProblem)
          }
        >
          {columns[name]}
        </MenuCheck>
      ))}
    </Menu>
  );
};

interface ChangeProps {
  readonly search: ConversationSearch;
  readonly onChange: (change: ConversationSearch) => void;
}

/** Other searches to offer if words find nothing: for a name, an id, or for words that begin so. */
const OtherSearches = ({ search: { q }, onChange }: ChangeProps) => {
  if (!q) return null;
  const { empty } = words.conversations;
  return (
    <div className={styles.others}>
      {isNational(q) && <p className={kit.muted}>{empty.national}</p>}
      <div className={cx(kit.row, styles.offers)}>
        <Button onClick={() => onChange({ q: '', name: q })}>{empty.named(q)}</Button>
        {/^[!-~]{1,128}$/.test(q) && (
          <>
            <Button onClick={() => onChange({ q: '', own: q })}>{empty.own(q)}</Button>
            <Button onClick={() => onChange({ q: '', theirs: q })}>{empty.theirs(q)}</Button>
          </>
        )}
        {!q.endsWith('*') && <Button onClick={() => onChange({ q: `${q}*` })}>{empty.begins(q)}</Button>}
      </div>
    </div>
  );
};

const MoreMenu = ({ search, onChange }: ChangeProps) => {
  const { may } = useSession();
  const [erasing, setErasing] = useState(false);
  const { conversations } = words;
  return (
    <>
      <Menu
        trigger={
          <Button look="plain" className={kit.icon} aria-label={words.kit.actions}>
            <Icon name="more" />
          </Button>
        }
      >
        <MenuChoice
          label={conversations.order}
          value={search.order === 'asc' ? 'asc' : 'desc'}
          options={(['desc', 'asc'] as const).map((value) => ({ value, label: conversations.orders[value] }))}
          onChange={(order) => onChange({ order: order === 'asc' ? order : '' })}
        />
        {may('conversations:erase') && (
          <MenuItem danger onClick={() => setErasing(true)}>
            {conversations.person.open}
          </MenuItem>
        )}
      </Menu>
      {erasing && <ErasePersonDialog onClose={() => setErasing(false)} />}
    </>
  );
};

/** The number of calls that match the filters, if the API can count them. */
const useCount = (search: ConversationSearch, org: string | undefined): number | undefined => {
  const { api } = useSession();
  const { q: _words, order: _order, ...query } = toQuery(search, org);
  return useQuery({
    queryKey: ['conversations', org, 'count', query],
    queryFn: ({ signal }) => api.conversations.summary({ query: { ...query, interval: 'total' }, signal }),
    enabled: !search.q && isCountable(search),
  }).data?.total.conversations;
};

const focusRow = (id: string): void =>
  document.querySelector<HTMLElement>(`[data-call="${CSS.escape(id)}"]`)?.focus();

/** The calls that there were, and the one that is open beside them. */
export const ConversationsPage = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const org = useOrg();
  const { conversations } = words;
  const { query, list } = useCalls(search, org);
  const { items } = list;
  const { hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = list.query;
  const count = useCount(search, org);
  const columns = columnsIn(usePreferences().preferences?.columns);
  const selection = useSelection();
  useEffect(() => rememberList(search), [search]);
  const change = (next: ConversationSearch) =>
    navigate({
      search: (previous) =>
        Object.fromEntries(Object.entries({ ...previous, ...next }).filter(([, value]) => value)),
    });

  const at = items.findIndex(({ id }) => id === search.call);
  const open = (index: number) => change({ call: items[index]?.id });
  const onNext = at < items.length - 1 ? () => open(at + 1) : undefined;
  const onPrevious = at > 0 ? () => open(at - 1) : undefined;
  const close = () => {
    const closed = change({ call: '' });
    if (search.call) focusRow(search.call);
    return closed;
  };
  useShortcut('j', () => onNext?.());
  useShortcut('k', () => onPrevious?.());
  useShortcut('ArrowDown', () => onNext?.(), search.call !== undefined);
  useShortcut('ArrowUp', () => onPrevious?.(), search.call !== undefined);
  useShortcut('x', () => search.call && selection.toggle(search.call));
  useShortcut('Escape', () => selection.replace([]), !search.call && selection.size !== 0);

  // The calls of other filters are no longer seen, so nothing happens to them unnoticed.
  const { replace } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection ends with its list.
  useEffect(() => replace([]), [JSON.stringify(query)]);

  const isFiltered = filtersIn(search).length > 0 || search.from || search.to;
  const { empty } = conversations;
  const total = count ?? items.length;
  return (
    <>
      <PageHead
        title={conversations.title}
        context={count !== undefined && <span className={kit.muted}>{formatNumber(count)}</span>}
      >
        <ColumnsMenu />
        <ViewsMenu search={search} />
        <SaveButton query={query} />
        <MoreMenu search={search} onChange={change} />
      </PageHead>
      <Split
        wide
        label={conversations.pane.label}
        onClose={close}
        pane={
          search.call && (
            <CallPane
              key={search.call}
              id={search.call}
              q={search.q}
              position={
                at >= 0
                  ? conversations.pane.position(at + 1, total, count === undefined && hasNextPage)
                  : undefined
              }
              onPrevious={onPrevious}
              onNext={onNext}
              onClose={close}
            />
          )
        }
      >
        <div className={styles.list}>
          <Filters
            search={search}
            tags={[...new Set(items.flatMap(({ tags }) => tags))].sort()}
            onChange={change}
          />
          <List
            list={list}
            endless
            empty={
              isFiltered
                ? { title: empty.filtered, text: empty.filteredText }
                : { title: empty.none, text: empty.noneText }
            }
          >
            {(shown) => (
              <CallsTable
                items={shown}
                columns={columns}
                open={search.call}
                selection={selection}
                q={search.q}
                isOld={isPlaceholderData}
                hasMore={hasNextPage}
                onMore={() => void (isFetching || fetchNextPage())}
              />
            )}
          </List>
          {list.query.isSuccess && items.length === 0 && <OtherSearches search={search} onChange={change} />}
          {selection.size !== 0 && (
            <SelectionBar
              selection={selection}
              items={items}
              query={query}
              count={count}
              hasMore={hasNextPage}
              onErased={(ids) => search.call && ids.includes(search.call) && close()}
            />
          )}
        </div>
      </Split>
    </>
  );
};
