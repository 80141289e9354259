import { formatBytes } from '../../api/format.ts';
import type { exports as english } from '../en/exports.ts';
import { counted } from './plural.ts';

const rows = (count: number): string => counted(count, 'Zeile', 'Zeilen');

export const exports: typeof english = {
  title: 'Exporte',
  create: 'Neuer Export',
  empty: {
    title: 'Es gibt noch keine Exporte',
    text: 'Ein Export schreibt die Daten einer Organisation in Dateien, die sieben Tage aufbewahrt werden.',
  },
  platform: 'Die Plattform: Daten aller Organisationen',
  action: 'Exportieren',
  what: 'Umfang',
  resources: {
    conversations: 'Gespräche',
    turns: 'Transkripte, Beitrag für Beitrag',
    agents: 'Agenten',
    clients: 'Organisationen',
    usage: 'Nutzung',
    notes: 'Notizen',
    analyses: 'Analysen',
    documents: 'Dokumente der Agenten',
    recordings: 'Aufnahmen',
    audit_records: 'Protokoll',
    ocsf_events: 'Protokoll als OCSF-Ereignisse',
  },
  recordingsHint: 'Der Ton der Gespräche, in ZIP-Dateien.',
  format: 'Format',
  formats: { ndjson: 'NDJSON, ein JSON-Objekt je Zeile', csv: 'CSV', parquet: 'Parquet' },
  statuses: { pending: 'Wartet', running: 'Läuft', completed: 'Fertig', failed: 'Fehlgeschlagen' },
  cardOf: (what: string) => `Export: ${what}`,
  size: (count: number, bytes: number, format: string) =>
    `${rows(count)}, ${formatBytes(bytes)}, als ${format.toUpperCase()}`,
  fileSize: (count: number, bytes: number) => `${rows(count)}, ${formatBytes(bytes)}`,
  everything: 'Alles',
  times: (started: string, kept: string) => `Begonnen am ${started}, aufbewahrt bis ${kept}`,
  showFiles: 'Dateien anzeigen',
  files: 'Dateien',
  cancel: { title: 'Export abbrechen?', action: 'Export abbrechen', button: 'Abbrechen' },
  remove: { title: 'Export entfernen?', action: 'Entfernen', button: 'Entfernen' },
  removed: 'Die Dateien werden gelöscht. Die exportierten Daten selbst bleiben unverändert.',
};
