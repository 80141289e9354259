import type { Turn } from '#lib/contract/transcripts.ts';
import type { Author, HandoverRecord, TurnRecord } from '#lib/domain/chats/author.ts';
import { nameOfPerson, shownTurn } from '#lib/domain/chats/author.ts';
import { readPeople } from './people.ts';

/** Gives people their names, and reads none if there are none. Somebody who is no member anymore has none. */
const named = async (authors: readonly (Author | null | undefined)[]) => {
  const ids = authors.flatMap((author) => (author && typeof author === 'object' ? [author.person_id] : []));
  const people = await readPeople(ids);
  return (author: Author): Author => {
    const person = typeof author === 'string' ? undefined : people.get(author.person_id);
    return person && person.expires === undefined
      ? { person_id: person.id, name: nameOfPerson(person.name) }
      : author;
  };
};

/** Turns with the names of the people who answered. */
export const withAuthors = async (turns: readonly TurnRecord[]): Promise<Turn[]> => {
  const name = await named(turns.map(({ author }) => author));
  return turns.map((turn) => shownTurn({ ...turn, author: turn.author && name(turn.author) }));
};

interface HandledConversation {
  readonly handover: HandoverRecord | null;
}

const withName = <C extends HandledConversation>(conversation: C, name: (author: Author) => Author): C => {
  const { handover } = conversation;
  if (!handover?.author) return conversation;
  return { ...conversation, handover: { ...handover, author: name(handover.author) } };
};

/** Conversations with the names of the people who answered last. */
export const eachWithAuthor = async <C extends HandledConversation>(
  conversations: readonly C[],
): Promise<C[]> => {
  const name = await named(conversations.map(({ handover }) => handover?.author));
  return conversations.map((conversation) => withName(conversation, name));
};

/** A conversation with the name of the person who answered last. */
export const withAuthor = async <C extends HandledConversation>(conversation: C): Promise<C> =>
  withName(conversation, await named([conversation.handover?.author]));
