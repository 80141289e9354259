import { formatNumber } from '../../api/format.ts';

export const reviews = {
  title: 'Reviews',
  empty: {
    title: 'Nothing is waiting for a review',
    text: 'Analyzers send calls here: a random share of them, or those with verdicts that ask for a look.',
  },
  show: 'Show',
  statuses: { open: 'Waiting', done: 'Reviewed' },
  position: (at: number, of: number, more: boolean) =>
    `${formatNumber(at)} of ${formatNumber(of)}${more ? '+' : ''}`,
  previous: 'Previous call',
  next: 'Next call',
  reasons: {
    sample: 'Random sample: the verdicts are hidden until you have decided',
    failed: 'A criterion failed',
    unknown: 'A criterion was left open',
    unscored: 'A criterion has no verdict',
  },
  criteria: 'Your verdicts',
  analyzer: (verdict: string) => `The analyzer says: ${verdict.toLowerCase()}`,
  save: 'Save and go on',
  stale: 'A colleague has reviewed this call meanwhile. Look at the verdicts, then save yours again.',
  agreed: (agreed: number, decided: number) =>
    decided === 0
      ? 'Saved. The analyzer had decided nothing of it.'
      : `Saved. You and the analyzer agree on ${formatNumber(agreed)} of ${formatNumber(decided)}.`,
  open: 'Open the call',
  keys: 'Keys',
  keyList: [
    ['Space', 'play or pause'],
    ['← →', '5 seconds back or forward'],
    ['J', 'next call'],
    ['K', 'previous call'],
    ['1', 'passed'],
    ['2', 'failed'],
    ['3', 'left open'],
    ['4', 'does not apply'],
    ['S', 'save and go on'],
  ],
};
