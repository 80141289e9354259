import { formatNumber } from '../../api/format.ts';
import type { integrations as english } from '../en/integrations.ts';

export const integrations: typeof english = {
  title: 'Integrationen',
  one: 'Integration',
  connect: 'Anbieter verbinden',
  empty: {
    title: 'Noch ist kein Anbieter verbunden',
    text: 'Verbinden Sie ein Konto bei ElevenLabs, Vapi, Retell, Twilio oder Telnyx: Dessen Anrufe werden hier zu Gesprächen, mit Transkript und Aufnahme. Eines bei Deepgram versteht, was Menschen auf Seiten sagen.',
  },
  columns: {
    name: 'Name',
    provider: 'Anbieter',
    state: 'Zustand',
    key: 'API-Schlüssel',
    organization: 'Organisation',
    connected: 'Verbunden',
  },
  statuses: {
    active: 'An',
    failing: 'Vom Anbieter abgelehnt',
    disabled: 'Aus',
    received: 'Empfangen',
    processed: 'Verarbeitet',
    parked: 'Wartet',
    failed: 'Fehlgeschlagen',
    running: 'Läuft',
    completed: 'Fertig',
    canceled: 'Abgebrochen',
  },
  connection: {
    connected: 'Verbunden',
    waiting: 'Wartet auf das erste Ereignis',
    arrived: 'Das erste Ereignis ist da. Das Konto ist verbunden.',
    waitHint:
      'Es ist noch nichts gekommen. Rufen Sie einen Agenten des Anbieters an, sobald die Adresse eingetragen ist: Diese Seite zeigt, wenn das Ereignis kommt. Sie können auch weitergehen.',
  },
  providers: {
    elevenlabs: {
      webhook:
        'Tragen Sie diese URL in den Einstellungen des Arbeitsbereichs von ElevenLabs als Post-Call-Webhook ein.',
      secret: 'ElevenLabs zeigt es einmal, wenn der Webhook angelegt wird.',
    },
    vapi: {
      webhook: 'Tragen Sie diese URL bei Vapi als Server-URL der Organisation oder des Assistenten ein.',
      secret: 'Das Geheimnis der Anmeldedaten, die zur Server-URL gehören.',
    },
    retell: {
      webhook: 'Tragen Sie diese URL bei Retell als Webhook des Kontos oder des Agenten ein.',
      secret:
        'Retell signiert mit dem API-Schlüssel, der als Webhook-Schlüssel markiert ist. Lassen Sie das Feld leer, wenn es der Schlüssel aus dem ersten Schritt ist.',
    },
    telnyx: {
      webhook:
        'Tragen Sie diese URL bei Telnyx als Voice-URL einer TeXML-Anwendung ein (HTTP POST), und geben Sie ihr die Nummern.',
      secret: 'Der öffentliche Schlüssel des Kontos, bei Telnyx unter Keys & Credentials.',
    },
  },
  steps: ['Das Konto', 'Der Webhook', 'Die Agenten'],
  carrierSteps: ['Das Konto', 'Die Nummern'],
  account: {
    provider: 'Anbieter',
    name: 'Name',
    accountId: 'Account-SID',
    key: 'API-Schlüssel des Anbieters',
    token: 'Auth-Token des Kontos',
    tokenHint:
      'Es wird sofort ausprobiert und verschlüsselt gespeichert. Twilio signiert damit seine Anrufe.',
    keyHint:
      'Er wird sofort ausprobiert und verschlüsselt gespeichert. Aufnahmen, Importe und Bereitstellungen brauchen ihn.',
    recognizerHint:
      'Ein Schlüssel mit der Rolle Member. Er wird sofort ausprobiert und verschlüsselt gespeichert. Seiten bekommen Token, die Sekunden gelten.',
    action: 'Verbinden',
    chooseOwner: 'Wählen Sie, für welche Organisation.',
  },
  webhook: {
    action: 'Die URL ist eingetragen',
    copy: 'URL kopieren',
    secret: 'Geheimnis des Webhooks',
    later: 'Sie können es auch später eintragen.',
    without:
      'Ohne Geheimnis wird abgelehnt, was der Anbieter sendet, außer er signiert mit dem API-Schlüssel.',
  },
  agents: {
    title: 'Agenten',
    text: 'Anrufe werden zu Gesprächen der Agenten, denen die Agenten des Anbieters zugeordnet sind. Anrufe anderer Agenten warten, bis diese zugeordnet sind.',
    numbers:
      'Ordnen Sie jede Nummer, etwa +441632960999, dem Agenten zu, der sie annimmt. Anrufe anderer Nummern werden abgewiesen.',
    import: 'Agenten des Anbieters importieren',
    importHint: 'Jeder wird hier zu einem Agenten und wird zugeordnet.',
    action: 'Fertigstellen',
    atProvider: 'ID des Agenten beim Anbieter',
    here: 'Agent hier',
    choose: 'Bitte wählen',
    none: 'Noch ist kein Agent zugeordnet. Bis dahin warten Anrufe.',
    createAgent: 'Agent anlegen',
    map: 'Agent zuordnen',
    remove: 'Entfernen',
    removeOf: (at: number) => `Agent ${at} entfernen`,
    find: 'Agent suchen',
    noneServes:
      'Kein Agent ist für diese Organisation da: Ein Agent ist es für seine eigene und die darunter.',
    noSuchAgent: 'Kein Agent dieser Organisation hat einen solchen Namen.',
  },
  page: {
    tabs: {
      account: 'Konto und Agenten',
      carrier: 'Konto',
      numbers: 'Nummern',
      events: 'Ereignisse',
      imports: 'Importe',
    },
    url: 'Webhook-URL',
    newKey: 'Neuer API-Schlüssel',
    newToken: 'Neues Auth-Token',
    keyStays: (hint: string) => `Bleibt …${hint}`,
    noKey: 'Keiner hinterlegt',
    newSecret: 'Neues Geheimnis des Webhooks',
    stays: 'Bleibt',
    secretHint: 'Das bisherige gilt noch einen Tag lang.',
    save: 'Speichern',
    stale:
      'Jemand anderes hat diese Integration geändert. Laden Sie die Seite neu, und ändern Sie dann noch einmal.',
    enable: 'Einschalten',
    disable: 'Ausschalten',
    disconnect: 'Trennen',
    disconnectTitle: (name: string) => `${name} trennen?`,
    disconnectText:
      'Die Integration wird mit ihren Geheimnissen entfernt, und Webhooks des Anbieters werden abgelehnt. Gespräche bleiben erhalten, ebenso die Agenten beim Anbieter.',
    next: {
      title: 'Was noch fehlt',
      key: 'Es ist kein API-Schlüssel hinterlegt. Aufnahmen, Importe und Bereitstellungen gehen deshalb nicht.',
      agents: 'Es ist kein Agent zugeordnet. Anrufe warten deshalb.',
      token: 'Es ist kein Auth-Token hinterlegt. Deshalb kommen keine Anrufe an.',
      numbers: 'Keine Nummer ist mit einem Agenten verbunden. Deshalb kommen keine Anrufe an.',
    },
  },
  numbers: {
    title: 'Nummern',
    statuses: {
      connected: 'Anrufe erreichen den Agenten',
      free: 'Anrufe erreichen niemanden',
      elsewhere: 'Anrufe gehen woandershin',
      on_trunk: 'Anrufe gehen an einen SIP-Trunk',
      without_voice: 'Keine Anrufe möglich',
    },
    hints: {
      connected: '',
      free: '',
      elsewhere: 'An eine andere Adresse oder Anwendung.',
      on_trunk: 'Kein Agent nimmt Anrufe an, bis Sie die Nummer bei Twilio aus dem Trunk nehmen.',
      without_voice: 'Die Nummer nimmt keine Anrufe an.',
    },
    mappedOnly: 'Der Agent ruft nur von dieser Nummer an. Verbinden Sie sie neu, damit er Anrufe annimmt.',
    connect: 'Verbinden',
    connectOf: (number: string) => `${number} verbinden`,
    connectTitle: (number: string) => `${number} verbinden`,
    replaces:
      'Ihre Anrufe gehen derzeit an eine andere Adresse oder Anwendung. Wenn Sie die Nummer wieder trennen, gilt diese wieder.',
    change: 'Agent ändern',
    changeOf: (number: string) => `Agent von ${number} ändern`,
    disconnect: 'Trennen',
    disconnectOf: (number: string) => `${number} trennen`,
    disconnectTitle: (number: string) => `${number} trennen?`,
    disconnectText:
      'Ihre Anrufe gehen wieder dorthin, wohin sie gingen, bevor die Nummer verbunden war. Laufende Anrufe gehen weiter.',
    empty: {
      title: 'Das Konto hat keine Nummern',
      text: 'Kaufen Sie bei Twilio eine Nummer, die Anrufe annehmen kann. Sie erscheint dann hier.',
    },
  },
  events: {
    one: 'Ereignis',
    status: 'Status',
    any: 'Beliebig',
    empty: {
      title: 'Es gibt keine Ereignisse',
      text: 'Hier erscheinen die Ereignisse der letzten 30 Tage, sobald der Anbieter sie an die Webhook-URL sendet.',
    },
    received: 'Empfangen',
    agent: 'Agent des Anbieters',
    call: 'Anruf des Anbieters',
    again: 'Erneut verarbeiten',
    conversation: 'Das Gespräch',
    posted: 'Was der Anbieter gesendet hat',
    download: 'Herunterladen',
  },
  imports: {
    form: 'Neuer Import',
    what: 'Was importiert wird',
    resources: { conversations: 'Gespräche', agents: 'Agenten' },
    since: (zone: string) => `Seit, in ${zone}`,
    recordings: 'Mit Aufnahmen',
    action: 'Importieren',
    cardOf: (resource: string) => `Import: ${resource}`,
    counts: (created: number, skipped: number, failed: number, seen: number) =>
      `${formatNumber(created)} neu, ${formatNumber(skipped)} schon vorhanden, ${formatNumber(failed)} fehlgeschlagen, von ${formatNumber(seen)} gesehenen`,
    started: (time: string) => `Begonnen am ${time}`,
    ended: (started: string, ended: string) => `Begonnen am ${started}, beendet am ${ended}`,
    errors: 'Was nicht importiert werden konnte',
    cancel: 'Abbrechen',
    empty: {
      title: 'Noch wurde nichts importiert',
      text: 'Ein Import übernimmt Agenten oder Anrufe aus der Zeit, bevor der Anbieter verbunden war.',
    },
    needsKey:
      'Ein Import braucht den API-Schlüssel des Anbieters. Tragen Sie ihn unter „Konto und Agenten“ ein.',
  },
};
