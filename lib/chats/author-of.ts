import { invalid } from '#lib/contract/errors.ts';
import type { ReplyInput } from '#lib/contract/handovers.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Author } from '#lib/domain/chats/author.ts';
import { nameOfPerson } from '#lib/domain/chats/author.ts';
import { readPerson } from '#lib/people/people.ts';

const refused = (code: 'required' | 'not_applicable', detail: string) =>
  invalid({ pointer: '/author', code, detail });

/** The author of an answer: nobody who has signed in answers in another name. */
export const authorOf = async (
  { person }: Pick<Caller, 'person'>,
  { author }: Pick<ReplyInput, 'author'>,
): Promise<Author> => {
  if (!person) {
    if (author === null) throw refused('required', 'must be the name of the person who answers');
    return author;
  }
  if (author !== null) throw refused('not_applicable', 'must be absent: people answer in their own name');
  const { name = null } = (await readPerson(person.id)) ?? {};
  return { person_id: person.id, name: nameOfPerson(name) };
};
