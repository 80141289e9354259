import { Link } from '@tanstack/react-router';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { List } from '../kit/list.tsx';
import { words } from '../words/index.ts';
import { widgetWords } from '../words/widgets.ts';
import styles from './widgets.module.css';

/** As many as a look needs. The page of conversations has all. */
const shown = 10;

export const useTalked = (widgetId: string, enabled = true) => {
  const { api } = useSession();
  return useList(
    ['conversations', 'widget', widgetId],
    (_page, signal) =>
      api.conversations.list({ query: { limit: shown, metadata: { widget_id: widgetId } }, signal }),
    { enabled },
  );
};

/** The newest conversations on the pages of a widget. */
export const Talked = ({ widgetId }: { readonly widgetId: string }) => {
  const { talked } = widgetWords();
  const { items, query } = useTalked(widgetId);
  return (
    <div className={styles.talked}>
      <div className={styles.head}>
        <h2 className={styles.title}>{talked.title}</h2>
        {items.length > 0 && (
          <Link to="/conversations" search={{ metadata: `widget_id=${widgetId}` }}>
            {talked.all}
          </Link>
        )}
      </div>
      <List
        list={{ items, query: { ...query, hasNextPage: false } as typeof query }}
        empty={talked.empty}
        label={talked.title}
        columns={[
          {
            title: talked.columns.when,
            kind: 'heading',
            cell: ({ id, start_time }) => (
              <Link to="/conversations/$conversationId" params={{ conversationId: id }}>
                {formatTime(start_time)}
              </Link>
            ),
          },
          { title: talked.columns.summary, kind: 'small', cell: ({ summary }) => summary ?? words.kit.none },
          {
            title: talked.columns.state,
            cell: ({ status }) => words.values.status[status] ?? status,
          },
        ]}
      />
    </div>
  );
};
