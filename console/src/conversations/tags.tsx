import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Conversation } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { Chip } from '../kit/chip.tsx';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import styles from './conversations.module.css';

type Patch = Parameters<ReturnType<typeof useSession>['api']['conversations']['update']>[0]['body'];

/** The form of a tag, of what a person types: `Call back` becomes `call_back`. */
export const slugOf = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, '_');

/** The tags by which people sort a conversation. */
export const Tags = ({ conversation }: { readonly conversation: Conversation }) => {
  const { id, tags: set } = conversation;
  const { api, may } = useSession();
  const [typed, setTyped] = useState('');
  const change = useAction({
    send: (body: Patch) => api.conversations.update({ params: { conversation_id: id }, body }),
    refresh: [['conversation', id], ['conversations']],
  });
  const mayWrite = may('conversations:write');
  const { tags } = words.conversations;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = slugOf(typed);
    if (tag !== '') change.mutate({ add_tags: [tag] }, { onSuccess: () => setTyped('') });
  };
  const fault = faultAt(change.error, '/add_tags/0') ?? faultAt(change.error, '/add_tags');
  return (
    <section className={cx(kit.stack, kit.tight)} aria-label={tags.title}>
      <h2>{tags.title}</h2>
      {set.length === 0 && !mayWrite && <p className={cx(kit.small, kit.muted)}>{tags.none}</p>}
      {set.length > 0 && (
        <ul className={kit.row}>
          {set.map((tag) => (
            <li key={tag}>
              {mayWrite ? (
                <Chip
                  value={tag}
                  removeLabel={tags.remove(tag)}
                  onRemove={() => change.mutate({ remove_tags: [tag] })}
                />
              ) : (
                tag
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form className={cx(kit.row, styles.addTag)} onSubmit={add} aria-label={tags.form}>
          <TextField
            label={tags.field}
            placeholder="needs_follow_up"
            maxLength={32}
            value={typed}
            fault={fault}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" busy={change.isPending}>
            {tags.add}
          </Button>
        </form>
      )}
      {change.error && !fault && <Problem error={change.error} />}
    </section>
  );
};
