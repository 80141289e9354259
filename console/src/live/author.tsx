import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { browserStorage } from '../api/storage.ts';
import { TextField } from '../kit/field.tsx';
import { words } from '../words/index.ts';

/** The name that a key speaks in. People who have signed in have one. */
const authorName = 'author';

/** The name of somebody who speaks in a conversation: a field for it, and its place in a request. */
export const useAuthor = () => {
  const { me } = useSession();
  const [author, setAuthor] = useState(() => browserStorage.getItem(authorName) ?? '');
  return {
    field: me.person ? {} : { author: author.trim() },
    keep: () => browserStorage.setItem(authorName, author),
    input: me.person ? null : (
      <TextField
        label={words.chats.inbox.author}
        maxLength={100}
        required
        value={author}
        onChange={({ target }) => setAuthor(target.value)}
      />
    ),
  };
};
