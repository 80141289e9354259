import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { Verdict } from '../analyzers/verdict-mark.tsx';
import { formatNumber, inWords as sentenceOf } from '../api/format.ts';
import { useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { valueInWords } from '../api/values.ts';
import { zoneHere } from '../api/zone.ts';
import { Button } from '../kit/button.tsx';
import { Chip } from '../kit/chip.tsx';
import { DaysButton } from '../kit/days-button.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Menu, MenuCheck, MenuItem, MenuPart } from '../kit/menu.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { locale } from '../words/locale.ts';
import styles from './conversations.module.css';
import type { ConversationSearch, Filter, Length } from './search.ts';
import {
  filtersIn,
  isCountable,
  lengthNames,
  mostValues,
  soughtBy,
  takesSeveral,
  toggled,
  toQuery,
  valuesIn,
} from './search.ts';

interface FiltersProps {
  readonly search: ConversationSearch;
  /** The tags that occur in the rows. */
  readonly tags: readonly string[];
  readonly onChange: (change: ConversationSearch) => void;
}

/** The filters whose values are counted, by the property that the API counts. */
const counted = {
  status: 'status',
  outcome: 'outcome',
  sentiment: 'sentiment',
  agent: 'agent_id',
  location: 'client_id',
  channel: 'channel',
  direction: 'direction',
  provider: 'provider',
  ended: 'end_reason',
} as const satisfies Partial<Record<Filter, string>>;

type CountedFilter = keyof typeof counted;
const isCounted = (name: Filter): name is CountedFilter => name in counted;

const yesOrNo = ['successful', 'reviewed', 'recording'] as const satisfies readonly Filter[];
type YesOrNo = (typeof yesOrNo)[number];
const isYesOrNo = (name: Filter): name is YesOrNo => (yesOrNo as readonly Filter[]).includes(name);

const offered: readonly Filter[] = [
  'outcome',
  'successful',
  'sentiment',
  'status',
  'reviewed',
  'agent',
  'location',
  'channel',
  'direction',
  'provider',
  'ended',
  'recording',
  'length',
  'tag',
];

/** Filters whose values come from users and integrators, so they have no translation. */
const verbatim: readonly Filter[] = ['name', 'tag', 'own', 'theirs', 'metadata'];

const named = (name: Filter): 'agent' | 'client' | undefined =>
  name === 'agent' ? 'agent' : name === 'location' ? 'client' : undefined;

interface ValuesProps {
  readonly name: Filter;
  readonly search: ConversationSearch;
  readonly tags: readonly string[];
  readonly onChoose: (value: string) => void;
}

/** A value to choose: beside others, where a filter takes several. */
const Value = ({
  name,
  value,
  search,
  onChoose,
  children,
}: Omit<ValuesProps, 'tags'> & { readonly value: string; readonly children: ReactNode }) => {
  if (!takesSeveral(name)) return <MenuItem onClick={() => onChoose(value)}>{children}</MenuItem>;
  const chosen = valuesIn(search[name]);
  const checked = chosen.includes(value);
  return (
    <MenuCheck
      checked={checked}
      disabled={!checked && chosen.length >= mostValues}
      onChange={() => onChoose(toggled(search[name], value))}
    >
      {children}
    </MenuCheck>
  );
};

/** So many values are offered, those that occur most. */
const mostOffered = 30;

/** The values that occur in what the other filters leave, with how often. */
const CountedValues = ({ name, search, onChoose }: ValuesProps & { readonly name: CountedFilter }) => {
  const { api } = useSession();
  const org = useOrg();
  // The API counts the last days where it cannot count all.
  const days = isCountable(search) ? {} : { from: undefined, to: undefined };
  const { q: _words, order: _order, ...query } = toQuery({ ...search, ...days, [name]: undefined }, org);
  const { data } = useQuery({
    queryKey: ['conversations', org, 'values', name, query],
    queryFn: ({ signal }) =>
      api.conversations.summary({
        query: { ...query, interval: 'total', group_by: [counted[name]] },
        signal,
      }),
    staleTime: 30_000,
  });
  const rows = (data?.rows ?? [])
    .flatMap(({ group, conversations }) => {
      const value = group[counted[name]];
      return value ? [{ value, conversations }] : [];
    })
    .sort((one, other) => other.conversations - one.conversations)
    .slice(0, mostOffered);
  const nameOf = useNames(
    named(name),
    rows.map(({ value }) => value),
  );
  if (data && rows.length === 0) return <p className={kit.group}>{words.conversations.noValues}</p>;
  return rows.map(({ value, conversations }) => (
    <Value key={value} name={name} value={value} search={search} onChoose={onChoose}>
      <span className={kit.grow}>{named(name) ? nameOf(value) : valueInWords(name, value)}</span>
      <span className={kit.muted}>{formatNumber(conversations)}</span>
    </Value>
  ));
};

const Values = (props: ValuesProps) => {
  const { name, search, tags, onChoose } = props;
  if (isCounted(name)) return <CountedValues {...props} name={name} />;
  if (name === 'tag' && tags.length === 0) return <p className={kit.group}>{words.conversations.noValues}</p>;
  const { lengths, yes, no } = words.conversations;
  const options =
    name === 'tag'
      ? tags.map((tag) => ({ value: tag, label: tag }))
      : name === 'length'
        ? lengthNames.map((length) => ({ value: length, label: lengths[length] }))
        : [
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ];
  return options.map(({ value, label }) => (
    <Value key={value} name={name} value={value} search={search} onChoose={onChoose}>
      {label}
    </Value>
  ));
};

/** `criterion.greets:failed`, as it is read. */
const verdictIn = (label: string): string => {
  const [, name, verdict] = /^criterion\.(.+):(\w+)$/.exec(label) ?? [];
  const { names } = words.analyzers.verdicts;
  return name && verdict && verdict in names ? `${sentenceOf(name)}: ${names[verdict as Verdict]}` : label;
};

const SetFilter = ({
  name,
  value,
  onRemove,
}: {
  readonly name: Filter;
  readonly value: string;
  readonly onRemove: () => void;
}) => {
  const { conversations } = words;
  const label = conversations.filters[name];
  const values = takesSeveral(name) ? valuesIn(value) : [value];
  const nameOf = useNames(named(name), named(name) ? values : []);
  const inWords = (one: string): string => {
    if (named(name)) return nameOf(one);
    if (isYesOrNo(name)) return one === 'true' ? conversations.yes : conversations.no;
    if (name === 'length') return conversations.lengths[one as Length] ?? one;
    if (name === 'label') return verdictIn(one);
    if (name === 'ids') return `…${one.slice(-6)}`;
    return verbatim.includes(name) ? one : valueInWords(name, one);
  };
  const shown = new Intl.ListFormat(locale, { type: 'disjunction' }).format(values.map(inWords));
  return (
    <Chip label={label} value={shown} removeLabel={conversations.removeFilter(label)} onRemove={onRemove} />
  );
};

/** The line of search shows the others itself. */
const isChosen = (name: Filter): boolean => name !== 'q' && name !== 'caller';

/** One line: words or a number, the days, and a chip for every filter that is set. */
export const Filters = ({ search, tags, onChange }: FiltersProps) => {
  const { conversations } = words;
  const sought = search.q ?? search.caller ?? search.name ?? '';
  const [typed, setTyped] = useState(sought);
  useEffect(() => setTyped(sought), [sought]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(soughtBy(typed));
  };
  const set = filtersIn(search);
  return (
    <search className={styles.filters}>
      <form onSubmit={submit} className={styles.find}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={conversations.search}
          placeholder={conversations.searchHint}
          value={typed}
          maxLength={200}
          onChange={({ target }) => {
            setTyped(target.value);
            // The cross of the field empties it, which no key has submitted.
            if (target.value === '' && sought) onChange(soughtBy(''));
          }}
        />
        <kbd className={kit.roomy}>/</kbd>
      </form>
      <DaysButton
        days={search}
        timeZone={zoneHere}
        onChange={({ from = '', to = '' }) => onChange({ from, to })}
      />
      {set.filter(isChosen).map((name) => (
        <SetFilter
          key={name}
          name={name}
          value={search[name] ?? ''}
          onRemove={() => onChange({ [name]: '' })}
        />
      ))}
      <Menu
        align="start"
        trigger={
          <Button look="plain">
            <Icon name="plus" />
            {conversations.addFilter}
          </Button>
        }
      >
        {offered.map((name) => (
          <MenuPart key={name} label={conversations.filters[name]}>
            <Values
              name={name}
              search={search}
              tags={tags}
              onChoose={(value) => onChange({ [name]: value })}
            />
            {takesSeveral(name) && valuesIn(search[name]).length >= mostValues && (
              <p className={kit.group}>{conversations.mostValues(mostValues)}</p>
            )}
          </MenuPart>
        ))}
        {set.length > 0 && (
          <MenuItem onClick={() => onChange(Object.fromEntries(set.map((name) => [name, ''])))}>
            {conversations.clearFilters}
          </MenuItem>
        )}
      </Menu>
    </search>
  );
};
