import { formatNumber } from '../../api/format.ts';
import type { reviews as english } from '../en/reviews.ts';

export const reviews: typeof english = {
  title: 'Prüfungen',
  empty: {
    title: 'Es wartet nichts auf eine Prüfung',
    text: 'Analysen schicken Gespräche hierher: einen zufälligen Anteil oder solche, deren Urteile jemand ansehen soll.',
  },
  show: 'Anzeigen',
  statuses: { open: 'Wartend', done: 'Geprüft' },
  position: (at: number, of: number, more: boolean) =>
    `${formatNumber(at)} von ${formatNumber(of)}${more ? '+' : ''}`,
  previous: 'Vorheriges Gespräch',
  next: 'Nächstes Gespräch',
  reasons: {
    sample: 'Zufällige Stichprobe: Die Urteile bleiben verborgen, bis Sie entschieden haben',
    failed: 'Ein Kriterium ist nicht erfüllt',
    unknown: 'Ein Kriterium blieb offen',
    unscored: 'Ein Kriterium hat kein Urteil',
  },
  criteria: 'Ihre Urteile',
  analyzer: (verdict: string) => `Die Analyse sagt: ${verdict.toLowerCase()}`,
  save: 'Speichern und weiter',
  stale:
    'Inzwischen hat jemand anders dieses Gespräch geprüft. Sehen Sie sich die Urteile an, dann speichern Sie Ihre noch einmal.',
  agreed: (agreed: number, decided: number) =>
    decided === 0
      ? 'Gespeichert. Die Analyse hatte davon nichts entschieden.'
      : `Gespeichert. Sie und die Analyse stimmen bei ${formatNumber(agreed)} von ${formatNumber(decided)} überein.`,
  open: 'Gespräch öffnen',
  keys: 'Tasten',
  keyList: [
    ['Leertaste', 'abspielen oder anhalten'],
    ['← →', '5 Sekunden zurück oder vor'],
    ['J', 'nächstes Gespräch'],
    ['K', 'vorheriges Gespräch'],
    ['1', 'erfüllt'],
    ['2', 'nicht erfüllt'],
    ['3', 'offen'],
    ['4', 'trifft nicht zu'],
    ['S', 'speichern und weiter'],
  ],
};
