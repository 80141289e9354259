import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Conversation } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import styles from './conversations.module.css';

type Patch = Parameters<ReturnType<typeof useSession>['api']['conversations']['update']>[0]['body'];

/** The form of a tag, of what a person types: `Call back` becomes `call_back`. */
const slugOf = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, '_');

/** By what people sort a conversation: its tags, and whether it was reviewed. */
export const Tags = ({ conversation }: { readonly conversation: Conversation }) => {
  const { id, tags, reviewed } = conversation;
  const { api, may } = useSession();
  const [typed, setTyped] = useState('');
  const change = useAction({
    send: (body: Patch) => api.conversations.update({ params: { conversation_id: id }, body }),
    refresh: [['conversation', id], ['conversations']],
  });
  const mayWrite = may('conversations:write');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = slugOf(typed);
    if (tag !== '') change.mutate({ add_tags: [tag] }, { onSuccess: () => setTyped('') });
  };
  const fault = faultAt(change.error, '/add_tags/0') ?? faultAt(change.error, '/add_tags');
  return (
    <section className={cx(kit.card, kit.stack, kit.tight)} aria-label="Tags">
      <h2>Tags</h2>
      {tags.length === 0 && !mayWrite && <p className={cx(kit.small, kit.muted)}>There are none.</p>}
      {tags.length > 0 && (
        <ul className={cx(kit.row, styles.tags)}>
          {tags.map((tag) => (
            <li key={tag} className={kit.row}>
              <Badge tone="accent">{tag}</Badge>
              {mayWrite && (
                <Button
                  small
                  aria-label={`Remove the tag ${tag}`}
                  onClick={() => change.mutate({ remove_tags: [tag] })}
                >
                  ×
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form className={cx(kit.row, styles.addTag)} onSubmit={add} aria-label="Add a tag">
          <TextField
            label="New tag"
            placeholder="needs_follow_up"
            maxLength={32}
            value={typed}
            fault={fault}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" busy={change.isPending}>
            Add
          </Button>
        </form>
      )}
      <CheckField
        label="Reviewed"
        checked={reviewed !== null}
        disabled={!mayWrite || change.isPending}
        onChange={({ target }) => change.mutate({ reviewed: target.checked })}
      />
      {reviewed && <p className={cx(kit.small, kit.muted)}>{formatTime(reviewed.at)}</p>}
      {change.error && !fault && <Problem error={change.error} />}
    </section>
  );
};
