import type { ExpandedConversation, RecordingLink } from 'voice-agent-platform-client';
import { zone } from '../api/zone.ts';

const extensions: Readonly<Record<RecordingLink['content_type'], string>> = {
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
};

/** Swedish writes dates as files are sorted: 2026-11-30 14:05. */
const sortable = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });

/** Characters that a file system refuses in names. */
const refused = /[\p{Cc}\\/:*?"<>|]+/gu;

type NamedCall = Pick<ExpandedConversation, 'start_time' | 'agent_name' | 'caller'>;

/** A file name by which people recognize a call: when it began, its agent, and who called. */
export const recordingName = (
  { start_time, agent_name, caller }: NamedCall,
  { content_type }: RecordingLink,
): string => {
  const at = sortable.format(new Date(start_time)).replace(':', '.');
  const parts = [at, agent_name, caller?.name ?? caller?.number].filter(Boolean);
  return `${parts.join(', ').replaceAll(refused, ' ')}.${extensions[content_type]}`;
};
