import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import { zoneHere } from '../api/days.ts';
import { inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Chip } from '../kit/chip.tsx';
import { cx } from '../kit/cx.ts';
import { DateRange } from '../kit/date-range.tsx';
import type { Option } from '../kit/field.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { useOrg } from '../shell/use-org.ts';
import type { ConversationSearch } from './search.ts';
import { filtersIn } from './search.ts';

const any: Option = { value: '', label: 'Any' };
const optionsOf = (values: readonly string[]): Option[] => [
  any,
  ...values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
];

const statuses = optionsOf(['active', 'completed', 'failed']);
const channels = optionsOf(['phone', 'chat', 'web', 'sms', 'email', 'other']);
const sentiments = optionsOf(['positive', 'neutral', 'negative', 'mixed', 'unknown']);

const reviews: readonly Option[] = [any, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }];

const useAgentOptions = (chosen: string | undefined): Option[] => {
  const { api, may } = useSession();
  const org = useOrg();
  const { data } = useQuery({
    queryKey: ['agents', 'options', org],
    queryFn: ({ signal }) =>
      api.agents.list({ query: { limit: 100, ...(org && { client_id: org }) }, signal }),
    enabled: may('agents:read'),
    staleTime: 60_000,
  });
  const known = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const missing = chosen && !known.some(({ value }) => value === chosen);
  return [any, ...known, ...(missing ? [{ value: chosen, label: chosen }] : [])];
};

/** The texts of a form, kept while they are typed, and again as the address bar has them when that changes. */
const useTyped = (search: ConversationSearch) => {
  const { q = '', caller = '', outcome = '', tag = '' } = search;
  const [typed, setTyped] = useState({ q, caller, outcome, tag });
  useEffect(() => setTyped({ q, caller, outcome, tag }), [q, caller, outcome, tag]);
  return [typed, setTyped] as const;
};

/** The filters whose value is one of several. */
const chosen: readonly (keyof ConversationSearch)[] = ['status', 'channel', 'sentiment', 'outcome', 'tag'];

/** The filters of the list. Choices apply at once, texts when they are submitted. */
export const Filters = ({
  search,
  onChange,
}: {
  readonly search: ConversationSearch;
  readonly onChange: (change: ConversationSearch) => void;
}) => {
  const [typed, setTyped] = useTyped(search);
  const agents = useAgentOptions(search.agent);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed);
  };
  const choose = (name: keyof ConversationSearch) => ({
    value: search[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...typed, [name]: target.value }),
  });
  const type = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  const set = filtersIn(search);
  const choices = set.filter((name) => chosen.includes(name));

  return (
    <search>
      <form className={kit.filters} onSubmit={submit}>
        <div className={kit.wide}>
          <TextField
            label="Words of the transcript"
            type="search"
            placeholder="reschedule, or resch*"
            {...type('q')}
          />
        </div>
        <SelectField label="Agent" options={agents} {...choose('agent')} />
        <SelectField label="Status" options={statuses} {...choose('status')} />
        <SelectField label="Channel" options={channels} {...choose('channel')} />
        <SelectField label="Sentiment" options={sentiments} {...choose('sentiment')} />
        <TextField label="Outcome" placeholder="transferred" {...type('outcome')} />
        <TextField label="Caller" placeholder="+441632960123" {...type('caller')} />
        <TextField label="Tag" placeholder="needs_follow_up" {...type('tag')} />
        <SelectField label="Reviewed" options={reviews} {...choose('reviewed')} />
        <DateRange
          days={search}
          timeZone={zoneHere}
          onChange={({ from = '', to = '' }) => onChange({ ...typed, from, to })}
        />
        <div className={kit.row}>
          <Button type="submit" look="primary">
            Search
          </Button>
          {set.length > 0 && (
            <Button onClick={() => onChange(Object.fromEntries(set.map((name) => [name, ''])))}>Clear</Button>
          )}
        </div>
        {choices.length > 0 && (
          <div className={cx(kit.row, kit.wide)}>
            {choices.map((name) => (
              <Chip
                key={name}
                label={inWords(name)}
                value={inWords(search[name] ?? '')}
                removeLabel={`Remove the filter ${inWords(name)}`}
                onRemove={() => onChange({ [name]: '' })}
              />
            ))}
          </div>
        )}
      </form>
    </search>
  );
};
