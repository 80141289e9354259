import type { ConversationItem } from 'voice-agent-platform-client';
import { inWords } from '../api/format.ts';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';
import kit from '../kit/kit.module.css';

const statusTones: Readonly<Record<string, Tone>> = { active: 'accent', failed: 'bad' };
const sentimentTones: Readonly<Record<string, Tone>> = { positive: 'good', negative: 'bad', mixed: 'warn' };

type Shown = Pick<ConversationItem, 'status' | 'outcome' | 'sentiment' | 'tags' | 'reviewed'>;

/** The result of a conversation, at a glance. */
export const ConversationBadges = ({ status, outcome, sentiment, tags, reviewed }: Shown) => (
  <span className={kit.row}>
    {status !== 'completed' && <Badge tone={statusTones[status]}>{inWords(status)}</Badge>}
    {outcome && <Badge>{inWords(outcome)}</Badge>}
    {sentiment && sentiment !== 'unknown' && (
      <Badge tone={sentimentTones[sentiment]}>{inWords(sentiment)}</Badge>
    )}
    {tags.map((tag) => (
      <Badge key={tag} tone="accent">
        {tag}
      </Badge>
    ))}
    {reviewed && <Badge>Reviewed</Badge>}
  </span>
);
