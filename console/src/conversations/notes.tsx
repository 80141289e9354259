import { useState } from 'react';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { ActorName, actorOf } from '../audit/actor-name.tsx';
import { cx } from '../kit/cx.ts';
import { TextArea } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { words } from '../words/index.ts';
import styles from './conversations.module.css';

interface NotesProps {
  readonly conversationId: string;
}

const Composer = ({ conversationId, onSent }: NotesProps & { readonly onSent: () => void }) => {
  const { api } = useSession();
  const { notes } = words.conversations;
  const form = useForm({
    initial: { text: '' },
    send: ({ text }) =>
      api.notes.create({
        params: { conversation_id: conversationId },
        body: { text },
      }),
    refresh: [['notes', conversationId]],
    onSent,
  });
  useUnsaved(form.values.text.trim() !== '', ['org', 'call']);
  return (
    <Form quiet form={form} action={notes.add} disabled={form.values.text.trim() === ''}>
      <TextArea
        label={notes.write}
        labelHidden
        placeholder={notes.write}
        className={styles.composer}
        maxLength={2000}
        {...form.bind('text')}
      />
    </Form>
  );
};

export const useNotes = (conversationId: string) => {
  const { api } = useSession();
  return useList(['notes', conversationId], (page, signal) =>
    api.notes.list({ params: { conversation_id: conversationId }, query: page, signal }),
  );
};

/** The notes on a call, with their authors' names. */
export const Notes = ({ conversationId }: NotesProps) => {
  const { may } = useSession();
  const { notes } = words.conversations;
  // Each note begins with an empty field.
  const [sent, setSent] = useState(0);
  const { items, query } = useNotes(conversationId);
  return (
    <section className={cx(kit.stack, kit.tight)} aria-label={notes.title}>
      <h2>{notes.title}</h2>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && <p className={cx(kit.small, kit.muted)}>{notes.none}</p>}
      {items.length > 0 && (
        <ul className={cx(kit.stack, kit.tight)}>
          {items.map(({ id, author, text, created_at, created_by }) => (
            <li key={id}>
              <p>
                <strong>
                  {author ? <bdi>{author}</bdi> : created_by && <ActorName actor={actorOf(created_by)} />}
                </strong>{' '}
                <time dateTime={created_at} className={cx(kit.small, kit.muted)}>
                  {formatTime(created_at)}
                </time>
              </p>
              <p dir="auto" className={styles.note}>
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} />
      {may('conversations:write') && (
        <Composer key={sent} conversationId={conversationId} onSent={() => setSent(sent + 1)} />
      )}
    </section>
  );
};
