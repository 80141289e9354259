import type { home as english } from '../en/home.ts';
import { counted } from './plural.ts';

export const home: typeof english = {
  title: 'Start',
  range: 'Tage',
  figures: 'Kennzahlen',
  calls: 'Anrufe',
  success: 'Erfolg',
  minutes: 'Minuten',
  revenueOf: (month: string) => `Umsatz, ${month}`,
  marginOf: (month: string) => `Marge, ${month}`,
  margin: 'Marge',
  more: 'mehr',
  less: 'weniger',
  was: (value: string) => `zuvor ${value}`,
  points: (value: string) => `${value} Pkt.`,
  callsByDay: 'Anrufe nach Tag',
  chart: (days: string) => `Anrufe nach Tag und Ergebnis, ${days}`,
  day: 'Tag',
  failed: 'Fehlgeschlagen',
  others: 'Andere Ergebnisse',
  clients: 'Organisationen',
  client: 'Organisation',
  allClients: 'Alle Organisationen',
  trend: 'Verlauf',
  state: 'Zustand',
  states: {
    webhook: 'Webhook gestört',
    account: 'Konto gestört',
    failed: (count: number) => `${count} fehlgeschlagen`,
    review: (count: number) => `${count} zu prüfen`,
    minutes: (share: string) => `${share} der Minuten`,
    running: 'Läuft',
  },
  attention: {
    title: 'Zu erledigen',
    nothing: 'Nichts. Alles läuft.',
    line: (count: number) => (count === 1 ? '1 Punkt zu erledigen' : `${count} Punkte zu erledigen`),
    webhookFailing: (since: string) => `Webhook gestört seit ${since}`,
    webhookDisabled: 'Webhook abgeschaltet',
    accountFailing: (name: string) => `${name} lehnt Anfragen ab`,
    failed: (count: number) =>
      `${counted(count, 'fehlgeschlagener Anruf', 'fehlgeschlagene Anrufe')} ungeprüft`,
    negative: (count: number) => `${counted(count, 'negativer Anruf', 'negative Anrufe')} ungeprüft`,
    minutes: (count: number) => `${counted(count, 'Kunde', 'Kunden')} über 80 % der Minuten`,
    quota: (what: string, share: string) => `${share} ${what} verbraucht`,
    parked: (count: number, more: boolean) =>
      more
        ? `Mindestens ${count} zurückgestellte Ereignisse`
        : counted(count, 'zurückgestelltes Ereignis', 'zurückgestellte Ereignisse'),
    unsent: (count: number) => `${counted(count, 'Abrechnung', 'Abrechnungen')} zu versenden`,
  },
  quotas: {
    agents: 'der Agenten',
    api_keys: 'der API-Schlüssel',
    children: 'der Organisationen',
    agent_tests_per_day: 'der heutigen Tests',
    calls_per_day: 'der heutigen Anrufe',
    chat_messages_per_day: 'der heutigen Chat-Nachrichten',
    open_chats: 'der offenen Chats',
    model_tokens_per_day: 'der heutigen Tokens',
    listening_minutes_per_day: 'der heutigen Minuten Spracherkennung',
  },
  first: {
    title: 'Vier Schritte bis zum ersten Anruf',
    text: 'Sie können jederzeit unterbrechen; nichts geht verloren.',
    progress: 'Erste Schritte',
    done: (count: number, all: number) => `${count} von ${all} erledigt`,
    isDone: 'Erledigt',
  },
  steps: {
    organization: {
      title: 'Organisation anlegen',
      text: 'Agenten, Anrufe und Abrechnungen gehören zu einer Organisation.',
      action: 'Organisation anlegen',
    },
    account: {
      title: 'Anbieterkonto verbinden',
      text: 'Die Anrufe erscheinen dann hier. Der Schlüssel wird vor dem Speichern geprüft und ist danach für niemanden mehr lesbar.',
      action: 'Konto verbinden',
    },
    agent: {
      title: 'Agenten anlegen',
      text: 'Schreiben Sie seinen Prompt, und probieren Sie ihn im Chat aus, bevor jemand anruft.',
      action: 'Agenten anlegen',
    },
    call: {
      title: 'Ersten Anruf führen',
      text: 'Stellen Sie den Agenten bereit, und rufen Sie dann von seiner Seite aus an. Der Anruf erscheint hier.',
      action: 'Agenten öffnen',
    },
  },
};
