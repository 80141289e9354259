import type { notices as english } from '../en/notices.ts';

export const notices: typeof english = {
  tryAgain: 'Noch einmal versuchen',
  loading: 'Wird geladen',
  requestId: 'Nummer der Anfrage',
  refused: 'Die Anfrage wurde abgelehnt',
  unreachable: 'Die Plattform ist nicht erreichbar',
  checkConnection: 'Prüfen Sie die Verbindung, und versuchen Sie es dann noch einmal.',
};
