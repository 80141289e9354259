import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReviewItem } from 'voice-agent-platform-client';
import { useDirectory } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { SelectField } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { useShortcut } from '../kit/use-shortcut.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { ReviewCall } from './review-call.tsx';

const route = getRouteApi('/reviews');

const keyOf = ({ conversation_id, analyzer_id }: ReviewItem): string => `${conversation_id} ${analyzer_id}`;

/** The queue: one call after the other, by mouse or keyboard. */
const Queue = ({
  items,
  hasMore,
  onEnd,
}: {
  readonly items: readonly ReviewItem[];
  readonly hasMore: boolean;
  /** The last one that was read is reached. */
  readonly onEnd: () => void;
}) => {
  const { reviews } = words;
  const [chosen, setChosen] = useState(() => ({ key: items[0] && keyOf(items[0]), at: 0 }));
  // A list that was read again lacks the calls that were reviewed, so that indexes have moved.
  const found = items.findIndex((one) => keyOf(one) === chosen.key);
  const position = found >= 0 ? found : Math.min(chosen.at, items.length - 1);
  const go = (to: number) => {
    const next = items[to];
    if (!next) return;
    setChosen({ key: keyOf(next), at: to });
    if (to >= items.length - 2 && hasMore) onEnd();
  };
  useShortcut('j', () => go(position + 1));
  useShortcut('k', () => go(position - 1));
  const item = items[position];
  if (!item) return null;
  return (
    <>
      <div className={kit.row}>
        <Button
          small
          className={kit.icon}
          aria-label={reviews.previous}
          disabled={position === 0}
          onClick={() => go(position - 1)}
        >
          <Icon name="up" />
        </Button>
        <Button
          small
          className={kit.icon}
          aria-label={reviews.next}
          disabled={position === items.length - 1}
          onClick={() => go(position + 1)}
        >
          <Icon name="down" />
        </Button>
        <span role="status">{reviews.position(position + 1, items.length, hasMore)}</span>
      </div>
      <ReviewCall key={keyOf(item)} item={item} onDone={() => go(position + 1)} />
    </>
  );
};

/** The analyses that people review. What was reviewed leaves the queue when it is opened again. */
export const ReviewsPage = () => {
  const { api } = useSession();
  const org = useOrg();
  const { status = 'open' } = route.useSearch();
  const navigate = route.useNavigate();
  const { reviews } = words;
  useDirectory('agent');
  const list = useList(
    ['reviews', org, status],
    ({ limit, cursor }, signal) =>
      api.reviews.list({
        query: {
          limit: String(limit),
          ...(cursor && { cursor }),
          ...(org && { client_id: org }),
          status: status === 'done' ? 'done' : 'open',
        },
        signal,
      }),
    // The queue stays as it is while somebody works on it, so that they can go back.
    { refetchOnWindowFocus: false },
  );
  return (
    <>
      <PageHead title={reviews.title}>
        <SelectField
          label={reviews.show}
          labelHidden
          value={status}
          options={(['open', 'done'] as const).map((value) => ({ value, label: reviews.statuses[value] }))}
          onChange={({ target }) =>
            void navigate({
              search: (now) => ({ ...now, status: target.value === 'done' ? 'done' : undefined }),
            })
          }
        />
      </PageHead>
      <List list={list} empty={reviews.empty} endless>
        {(items) => (
          <Queue
            key={status}
            items={items}
            hasMore={list.query.hasNextPage}
            onEnd={() => void list.query.fetchNextPage()}
          />
        )}
      </List>
    </>
  );
};
