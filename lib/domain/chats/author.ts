import type { Handover } from '#lib/contract/conversations/handling.ts';
import type { Turn } from '#lib/contract/transcripts.ts';

/*
 * The name of a person who has signed in is stored with the person alone. Turns and handovers name the person
 * by id, so the removal of a person removes the name from every chat.
 */

/** A person who answered in a chat. */
export interface AnsweringPerson {
  readonly person_id: string;
  /** Never stored. Absent: it was not looked up, or the person is gone. */
  readonly name?: string;
}

/** The author of an answer in place of the agent: a name that a program states, or a signed-in person. */
export type Author = string | AnsweringPerson;

/** The name of a person without one. */
const nameless = 'Staff';

export const nameOf = (author: Author): string =>
  typeof author === 'string' ? author : (author.name ?? nameless);

/** The name that users of chats read: never an e-mail address, which some providers report as the name. */
export const nameOfPerson = (name: string | null): string =>
  name === null || name.includes('@') ? nameless : name.slice(0, 100);

/** A turn as it is stored. */
export interface TurnRecord extends Omit<Turn, 'author'> {
  readonly author?: Author | undefined;
}

/** A handover as it is stored. */
export interface HandoverRecord extends Omit<Handover, 'author'> {
  readonly author: Author | null;
}

export const shownTurn = ({ author, ...turn }: TurnRecord): Turn => ({
  ...turn,
  ...(author !== undefined && { author: nameOf(author) }),
});

export const shownHandover = (handover: HandoverRecord | null): Handover | null =>
  handover && { ...handover, author: handover.author && nameOf(handover.author) };

/** The author as it is stored, without the person's name. */
export const storedAuthor = (author: Author): Author =>
  typeof author === 'string' ? author : { person_id: author.person_id };
