import type { signIn as english } from '../en/sign-in.ts';

export const signIn: typeof english = {
  product: 'Sprachagenten',
  title: 'Anmelden',
  busy: 'Anmeldung läuft',
  company: 'Geschäftliche E-Mail-Adresse oder Domain der Firma',
  continue: 'Weiter mit Ihrer Firma',
  leadsTo: (organization: string, host: string) => `Sie melden sich bei ${organization} an, über ${host}.`,
  accept: 'Einladung annehmen',
  withKey: 'Mit einem API-Schlüssel',
  keyHint:
    'Fügen Sie einen API-Schlüssel ein. Sie sehen, was der Schlüssel lesen darf. Er bleibt in diesem Tab und wird vergessen, sobald Sie ihn schließen.',
  key: 'API-Schlüssel',
  asWho: (name: string) => `Als ${name} anmelden?`,
  linkOpened: (name: string) =>
    `Sie haben einen Anmeldelink geöffnet. Dieser Tab ist als ${name} angemeldet.`,
  stay: 'Angemeldet bleiben',
  signInAs: (name: string) => `Als ${name} anmelden`,
  thePlatform: 'die Plattform',
  keyOf: (organization: string, key: string) => `${organization}, Schlüssel ${key}`,
  signOut: 'Abmelden',
  choose: 'Organisation wählen',
  noOrganization: 'Noch keine Organisation',
  signedInAs: (name: string) => `Sie sind als ${name} angemeldet.`,
  askColleague: 'Bitten Sie eine Kollegin oder einen Kollegen um eine Einladung.',
  scopes: (count: number) => `${count} Berechtigungen`,
  reasons: {
    refused:
      'Die Anmeldung wurde abgelehnt. Versuchen Sie es noch einmal, oder fragen Sie, wer in Ihrer Firma die Zugänge verwaltet.',
    providerBusy: 'Die Anmeldung Ihrer Firma ist überlastet. Versuchen Sie es in einer Minute noch einmal.',
    otherCompany: 'Die Einladung gilt für ein Konto einer anderen Firma. Melden Sie sich damit an.',
    everywhere: 'Sie sind in allen Browsern abgemeldet.',
    linkUsed:
      'Dieser Link ist abgelaufen oder wurde schon benutzt. Starten Sie die Plattform neu, um einen anderen zu erhalten.',
    keyEnded: 'Ihr Schlüssel wurde widerrufen oder ist abgelaufen.',
    ownKeyRevoked: 'Sie haben Ihren eigenen Schlüssel widerrufen.',
  },
};
