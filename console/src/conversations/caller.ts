import type { ConversationItem } from 'voice-agent-platform-client';
import { words } from '../words/index.ts';

export const callerOf = ({ caller }: Pick<ConversationItem, 'caller'>): string =>
  caller?.name ?? caller?.number ?? caller?.id ?? words.conversations.unknownCaller;
