import { formatBytes } from '../../api/format.ts';
import { counted } from './plural.ts';

const rows = (count: number): string => counted(count, 'row', 'rows');

export const exports = {
  title: 'Exports',
  create: 'New export',
  empty: {
    title: 'There are no exports',
    text: 'An export writes the data of an organization into files, which are kept for seven days.',
  },
  platform: 'The platform: data of every organization',
  action: 'Export',
  what: 'What to export',
  resources: {
    conversations: 'Conversations',
    turns: 'Transcripts, turn by turn',
    agents: 'Agents',
    clients: 'Organizations',
    usage: 'Usage',
    notes: 'Notes',
    analyses: 'Analyses',
    documents: 'Documents of agents',
    recordings: 'Recordings',
    audit_records: 'Audit log',
    ocsf_events: 'Audit log as OCSF events',
  },
  recordingsHint: 'The audio of the conversations, in ZIP files.',
  format: 'Format',
  formats: { ndjson: 'NDJSON, a JSON object in each line', csv: 'CSV', parquet: 'Parquet' },
  statuses: { pending: 'Waiting', running: 'Running', completed: 'Completed', failed: 'Failed' },
  cardOf: (what: string) => `Export of ${what}`,
  size: (count: number, bytes: number, format: string) =>
    `${rows(count)}, ${formatBytes(bytes)}, as ${format.toUpperCase()}`,
  fileSize: (count: number, bytes: number) => `${rows(count)}, ${formatBytes(bytes)}`,
  everything: 'Everything',
  times: (started: string, kept: string) => `Started ${started}, kept until ${kept}`,
  showFiles: 'Show files',
  files: 'Files',
  cancel: { title: 'Cancel the export?', action: 'Cancel the export', button: 'Cancel' },
  remove: { title: 'Remove the export?', action: 'Remove', button: 'Remove' },
  removed: 'Its files are deleted. What was exported stays as it is.',
};
