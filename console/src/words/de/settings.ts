import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  stale:
    'Jemand anderes hat diese Organisation geändert. Laden Sie die Seite neu, und ändern Sie sie dann noch einmal.',
  fromAbove: 'Graue Einstellungen kann nur eine Organisation darüber ändern.',
  notSet: 'Nicht gesetzt',
  inherited: 'Geerbt',
  inheritedValue: (value) => `Geerbt: ${value}`,
  inEffect: (value) => `Es gilt: ${value}`,
  parts: {
    general: { title: 'Allgemein' },
    calls: { title: 'Gespräche und Aufnahmen' },
    analysis: { title: 'Analysen' },
    limits: {
      title: 'Grenzen',
      hint: 'Jede zählt diese Organisation und alle darunter zusammen. Ein Tag ist ein Tag in UTC. Es gilt der kleinste Wert von hier und darüber.',
    },
    party: {
      title: 'Auf Abrechnungen',
      hint: 'So nennen Abrechnungen diese Organisation: die, die sie bekommt, und die, die sie ausstellt.',
    },
    tax: {
      title: 'Steuer auf das, was ihr berechnet wird',
      hint: 'Anstelle der Steuer, die der Aussteller sonst berechnet.',
    },
    issuing: {
      title: 'Abrechnungen, die sie ausstellt',
      hint: 'Für Kunden, die ihre Tarife haben.',
    },
    branding: {
      title: 'Auftritt',
      hint: 'Das sehen alle, die sich mit einem Schlüssel dieser Organisation oder einer darunter anmelden. Ohne Angaben gilt der Auftritt der nächsten Organisation darüber.',
    },
  },
  yes: 'Ja',
  no: 'Nein',
  fields: {
    '/name': { label: 'Name' },
    '/external_id': {
      label: 'Externe ID',
      hint: 'Die ID der Organisation in den Systemen der darüber',
    },
    '/settings/timezone': { label: 'Zeitzone', hint: 'Ein IANA-Name wie Europe/Berlin' },
    '/settings/locale': { label: 'Sprache und Region', hint: 'Ein BCP-47-Kürzel wie de-DE' },
    '/settings/recording_enabled': { label: 'Aufnahmen', yes: 'Erlaubt', no: 'Abgelehnt' },
    '/settings/record_calls': {
      label: 'Anrufe dieser Plattform aufnehmen',
      hint: 'Anrufe werden aufgenommen, sobald der Anrufer die Ansage gehört hat.',
    },
    '/settings/disclosure_required': {
      label: 'Agenten sagen, dass eine KI spricht',
      yes: 'Vorgeschrieben',
      no: 'Wie beim Agenten eingestellt',
    },
    '/settings/retention_days': {
      label: 'Aufbewahrung in Tagen',
      hint: 'Gespräche werden so viele Tage nach ihrem Ende gelöscht. Es gilt der kleinste Wert von hier und darüber.',
    },
    '/settings/active_timeout_minutes': {
      label: 'Höchstdauer laufender Gespräche in Minuten',
      hint: 'Ein Gespräch, das länger läuft, wird als fehlgeschlagen beendet.',
    },
    '/settings/call_prefixes': {
      label: 'Nummern, die Agenten anrufen dürfen',
      hint: 'Anfänge von Nummern, etwa +49 +43. Eine Nummer muss hier und darüber erlaubt sein.',
    },
    '/settings/analysis/enabled': {
      label: 'Analysen',
      hint: 'Ob Analysen dieser Organisation laufen.',
      yes: 'An',
      no: 'Aus, hier und darunter',
    },
    '/settings/analysis/tokens_per_month': {
      label: 'Tokens für Analysen im Monat',
      hint: 'Von Sprachmodellen, hier und darunter zusammen.',
    },
    '/settings/analyzers_excluded': {
      label: 'Analysen von oben, die hier nicht laufen',
      hint: 'Vorgeschriebene laufen immer.',
    },
    '/settings/quotas/calls_per_day': { label: 'Ausgehende Anrufe am Tag' },
    '/settings/quotas/chat_messages_per_day': { label: 'Chat-Nachrichten von Nutzern am Tag' },
    '/settings/quotas/open_chats': { label: 'Offene Chats' },
    '/settings/quotas/model_tokens_per_day': { label: 'Tokens von Sprachmodellen am Tag' },
    '/settings/quotas/listening_minutes_per_day': { label: 'Minuten erkannter Sprache am Tag' },
    '/settings/quotas/spoken_characters_per_day': {
      label: 'Gesprochene Zeichen von Antworten am Tag',
      hint: 'Weitere Sätze werden geschrieben und haben keinen Ton.',
    },
    '/settings/quotas/open_calls': {
      label: 'Gleichzeitige Anrufe bei Telefonanbietern',
      hint: 'Wer darüber hinaus anruft, hört, dass besetzt ist.',
    },
    '/settings/quotas/call_minutes_per_day': {
      label: 'Minuten dieser Anrufe am Tag',
      hint: 'Ein Anruf reserviert je 10 Minuten.',
    },
    '/settings/caller_limits/open_calls': {
      label: 'Gleichzeitige Anrufe von einer Nummer',
      hint: 'Wer seine Nummer unterdrückt, teilt sich viermal so viele mit anderen.',
    },
    '/settings/caller_limits/call_minutes_per_day': {
      label: 'Minuten von einer Nummer am Tag',
      hint: 'Wer seine Nummer unterdrückt, teilt sich fünfmal so viele mit anderen.',
    },
    '/settings/caller_limits/model_tokens_per_day': {
      label: 'Tokens in Anrufen von einer Nummer am Tag',
      hint: 'Ein laufender Anruf reserviert 300.000.',
    },
    '/settings/caller_limits/transfers_per_day': {
      label: 'Weiterleitungen von einer Nummer am Tag',
      hint: 'Durch Agenten.',
    },
    '/settings/quotas/agent_tests_per_day': { label: 'Proben von Agenten am Tag' },
    '/settings/quotas/agents': { label: 'Agenten' },
    '/settings/quotas/api_keys': { label: 'API-Schlüssel' },
    '/settings/quotas/children': { label: 'Organisationen darunter' },
    '/settings/rate_limit/requests_per_minute': { label: 'Anfragen pro Minute' },
    '/billing_info/party/name': { label: 'Vollständiger Name' },
    '/billing_info/party/address': { label: 'Postanschrift' },
    '/billing_info/party/tax_id': { label: 'Steuernummer' },
    '/billing_info/email': { label: 'E-Mail für Rechnungen' },
    '/settings/costs_shown': {
      label: 'Kosten von oben',
      hint: 'Ob sie alle Kosten sieht, die die Organisation direkt darüber sieht.',
      yes: 'Sichtbar',
      no: 'Verborgen',
    },
    '/billing_info/tax/name': { label: 'Name der Steuer', hint: 'Etwa USt.' },
    '/billing_info/tax/rate': {
      label: 'Satz in Prozent',
      hint: '0 zeigt die Steuer und schlägt nichts auf.',
    },
    '/billing_info/tax/note': {
      label: 'Hinweis',
      hint: 'Etwa der Grund, aus dem sie nicht berechnet wird',
    },
    '/billing_info/issuing/tax/name': { label: 'Name der Steuer', hint: 'Etwa USt.' },
    '/billing_info/issuing/tax/rate': {
      label: 'Satz in Prozent',
      hint: '0 zeigt die Steuer und schlägt nichts auf.',
    },
    '/billing_info/issuing/tax/note': {
      label: 'Hinweis',
      hint: 'Etwa der Grund, aus dem sie nicht berechnet wird',
    },
    '/billing_info/issuing/payment_days': {
      label: 'Tage bis zur Fälligkeit',
      hint: 'Ab dem Datum einer Abrechnung. Ohne sie gibt es keinen Termin.',
    },
    '/billing_info/issuing/payment_details': { label: 'Zahlungsweg', hint: 'Etwa eine Bankverbindung' },
    '/billing_info/issuing/email': {
      label: 'E-Mail für Fragen',
      hint: 'Wer Abrechnungen bekommt, sieht sie.',
    },
    '/billing_info/issuing/number_prefix': { label: 'Anfang jeder Nummer', hint: 'Etwa BV-' },
    '/settings/branding/name': { label: 'Name, den man sieht' },
    '/settings/branding/accent_color': { label: 'Farbe von Knöpfen und Links', hint: 'Etwa #0f766e' },
    '/settings/branding/domain': { label: 'Domain der Konsole' },
    '/settings/branding/logo': {
      label: 'Logo',
      hint: 'Eine Datei im Format PNG, JPEG, WebP oder SVG von höchstens 6 KB',
    },
  },
  prefixes: {
    any: 'Jede Nummer',
    only: 'Nur diese',
    none: 'Keine Anrufe',
    numbers: 'Anfänge von Nummern',
  },
  noAnalyzers: 'Keine Analyse von oben gilt hier.',
  domainHint: (record: string) =>
    `Unter dieser Domain findet man die Konsole und ihre Anmeldung. Legen Sie zuerst an der Domain den TXT-Eintrag ${record} an, und bitten Sie den Betreiber der Plattform, sie einzurichten.`,
  brandingPreview: { title: 'Vorschau', console: 'Die Konsole', signIn: 'Die Anmeldeseite der Domain' },
  logoTooLarge: 'Die Datei ist größer als 6 KB. Wählen Sie eine kleinere.',
};
