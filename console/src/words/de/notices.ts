import type { notices as english } from '../en/notices.ts';

export const notices: typeof english = {
  tryAgain: 'Noch einmal versuchen',
  loading: 'Wird geladen',
  requestId: 'ID der Anfrage',
  refused: 'Die Anfrage wurde abgelehnt',
  unreachable: 'Die Plattform ist nicht erreichbar',
  fault: 'Diese Seite hat einen Fehler',
  faultHelp:
    'Die Plattform selbst ist erreichbar. Laden Sie die Seite neu. Geschieht es wieder, senden Sie die ID des Fehlers und die Adresse der Seite an Ihren Betreiber.',
  faultId: 'ID des Fehlers',
  checkConnection: 'Prüfen Sie die Verbindung, und versuchen Sie es dann noch einmal.',
};
