import type { ConversationPatch } from '#lib/contract/conversations.ts';
import { maxTags } from '#lib/contract/conversations.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';

const contradiction = (pointer: string, detail: string): Fault => ({ pointer, code: 'inconsistent', detail });

const contradictionsIn = ({ tags, add_tags, remove_tags }: ConversationPatch): Fault[] => [
  ...Object.entries({ add_tags, remove_tags }).flatMap(([name, list]) =>
    tags !== undefined && list !== undefined
      ? [contradiction(`/${name}`, 'must be absent beside tags, which sets the whole list')]
      : [],
  ),
  ...(add_tags ?? []).flatMap((tag, at) =>
    remove_tags?.includes(tag)
      ? [contradiction(`/add_tags/${at}`, 'must not be in remove_tags as well')]
      : [],
  ),
];

/**
 * A patch in which the tags to add and to remove have become the whole list. They change the present tags, so
 * that two people who tag a conversation at the same time do not undo each other's change.
 */
export const withAllTags = (present: readonly string[], patch: ConversationPatch): ConversationPatch => {
  const contradictions = contradictionsIn(patch);
  if (contradictions.length > 0) throw invalid(...contradictions);

  const { add_tags = [], remove_tags = [], ...others } = patch;
  if (add_tags.length + remove_tags.length === 0) return others;

  const tags = [...new Set([...present, ...add_tags])].filter((tag) => !remove_tags.includes(tag));
  if (tags.length > maxTags) {
    const detail = `must leave at most ${maxTags} tags; the conversation would have ${tags.length}`;
    throw invalid({ pointer: '/add_tags', code: 'too_big', detail });
  }
  return { ...others, tags };
};
