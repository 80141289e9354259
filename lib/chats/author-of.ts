import { invalid } from '#lib/contract/errors.ts';
import type { ReplyInput } from '#lib/contract/handovers.ts';
import { readPerson } from '#lib/data/people/people.ts';
import type { Caller } from '#lib/domain/caller.ts';

const refused = (code: 'required' | 'not_applicable', detail: string) =>
  invalid({ pointer: '/author', code, detail });

/**
 * The name that the transcript shows: nobody who has signed in answers in another name. The transcript
 * outlives the person, so it never has the e-mail address, which some providers also report as the name.
 */
export const authorOf = async (
  { person }: Pick<Caller, 'person'>,
  { author }: Pick<ReplyInput, 'author'>,
): Promise<string> => {
  if (!person) {
    if (author === null) throw refused('required', 'must be the name of the person who answers');
    return author;
  }
  if (author !== null) throw refused('not_applicable', 'must be absent: people answer in their own name');
  const { name = null } = (await readPerson(person.id)) ?? {};
  return name === null || name.includes('@') ? 'Staff' : name.slice(0, 100);
};
