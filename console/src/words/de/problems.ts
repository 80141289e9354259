import type { problems as english } from '../en/problems.ts';

const gone = 'Es wurde entfernt oder gehört einer Organisation, die Sie nicht sehen.';
const outdated = {
  title: 'Die Konsole passt nicht zur Plattform',
  help: 'Eine von beiden wurde erneuert. Laden Sie die Seite neu.',
};
const notNow = {
  title: 'Die Plattform kann gerade nicht antworten',
  help: 'Versuchen Sie es in einer Minute noch einmal.',
};
const model = {
  title: 'Das Sprachmodell kann gerade nicht antworten',
  help: 'Versuchen Sie es in einer Minute noch einmal.',
};

const codes: (typeof english)['codes'] = {
  agent_not_deployed: {
    title: 'Der Agent kann mit diesem Konto nicht anrufen',
    help: 'Stellen Sie ihn dort bereit, oder verbinden Sie ihn mit einem Agenten oder einer Nummer des Kontos.',
  },
  agent_not_found: { title: 'Diesen Agenten gibt es nicht', help: gone },
  agent_not_serving_client: {
    title: 'Der Agent arbeitet nicht für diese Organisation',
    help: 'Wählen Sie einen Agenten der Organisation oder einer darüber.',
  },
  agent_version_not_found: { title: 'Diese Version des Agenten gibt es nicht', help: gone },
  analysis_disabled: {
    title: 'Analysen sind abgeschaltet',
    help: 'Sie laufen, sobald sie für ihre Organisation eingeschaltet sind. Sie verbrauchen Tokens von Sprachmodellen.',
  },
  analysis_run_not_found: { title: 'Diesen Lauf gibt es nicht', help: gone },
  analyzer_not_found: { title: 'Diese Analyse gibt es nicht', help: gone },
  analyzer_version_not_found: { title: 'Diese Version der Analyse gibt es nicht', help: gone },
  ancestor_key_required: {
    title: 'Das kann nur eine Organisation darüber ändern',
    help: 'Fragen Sie die Organisation, die Ihre verwaltet.',
  },
  answer_interrupted: { title: 'Eine neuere Nachricht kam, bevor der Agent geantwortet hatte' },
  api_key_not_found: { title: 'Diesen Schlüssel gibt es nicht', help: gone },
  api_key_outlives: {
    title: 'Der Schlüssel würde länger gelten als Ihrer',
    help: 'Wählen Sie ein früheres Ende, oder melden Sie sich mit etwas an, das länger gilt.',
  },
  audit_record_not_found: { title: 'Diesen Eintrag gibt es nicht', help: gone },
  audit_record_not_sealed: {
    title: 'Der Eintrag ist noch nicht versiegelt',
    help: 'Einträge werden jede Stunde versiegelt. Versuchen Sie es später.',
  },
  body_too_large: { title: 'Das ist zu groß', help: 'Kürzen Sie es, oder teilen Sie es auf.' },
  client_erasing: { title: 'Die Organisation wird gerade gelöscht' },
  client_not_found: { title: 'Diese Organisation gibt es nicht', help: gone },
  client_suspended: {
    title: 'Die Organisation ist gesperrt',
    help: 'Es kann nichts angelegt werden, bis eine Organisation darüber sie freigibt.',
  },
  connection_in_use: {
    title: 'Damit melden sich Menschen an',
    help: 'Entfernen Sie zuerst diese Mitglieder, oder lassen Sie sie sich anders anmelden.',
  },
  connection_not_found: { title: 'Diese Verbindung gibt es nicht', help: gone },
  conversation_active: {
    title: 'Das Gespräch läuft noch',
    help: 'Versuchen Sie es nach seinem Ende noch einmal.',
  },
  conversation_busy: { title: 'Der Agent antwortet noch', help: 'Warten Sie auf seine Antwort.' },
  conversation_ended: { title: 'Der Chat ist beendet', help: 'Beginnen Sie einen neuen.' },
  conversation_exists: { title: 'Dieses Gespräch ist schon da' },
  conversation_not_found: { title: 'Dieses Gespräch gibt es nicht', help: gone },
  currency_fixed: {
    title: 'Die Organisation wird in einer anderen Währung abgerechnet',
    help: 'Wählen Sie einen Tarif in dieser Währung.',
  },
  custom_llm_not_supported: {
    title: 'Der Anbieter kann die Plattform nicht als Sprachmodell nutzen',
    help: 'Wählen Sie ein anderes Modell für diesen Agenten oder einen anderen Anbieter.',
  },
  deployment_not_found: { title: 'Diese Bereitstellung gibt es nicht', help: gone },
  document_not_found: { title: 'Dieses Dokument gibt es nicht', help: gone },
  domain_not_verified: {
    title: 'Die Domain ist noch nicht belegt',
    help: 'Legen Sie den TXT-Eintrag an der Domain an. Bis andere ihn sehen, können Minuten vergehen.',
  },
  domain_taken: { title: 'Diese Domain gehört einer anderen Organisation oder Verbindung' },
  enforced_without_owner: {
    title: 'Das würde alle Inhaber aussperren',
    help: 'Zuerst muss sich ein Inhaber über diese Verbindung anmelden.',
  },
  erasure_not_found: { title: 'Diese Löschung gibt es nicht', help: gone },
  event_not_found: { title: 'Dieses Ereignis gibt es nicht', help: gone },
  export_not_found: { title: 'Diesen Export gibt es nicht', help: gone },
  external_id_exists: { title: 'Diese externe ID ist vergeben', help: 'Wählen Sie eine freie.' },
  gate_not_found: { title: 'Der Agent hat keine Hürde', help: gone },
  gate_not_passed: {
    title: 'Die Version hat ihre Tests nicht bestanden',
    help: 'Führen Sie die Tests aus, die den Agenten schützen, oder geben Sie sie trotzdem frei.',
  },
  idempotency_key_reused: outdated,
  import_not_found: { title: 'Diesen Import gibt es nicht', help: gone },
  index_not_ready: {
    title: 'Die Plattform wird gerade erneuert',
    help: 'Teile von ihr gehen in einigen Minuten wieder.',
  },
  insufficient_scope: { title: 'Das dürfen Sie nicht' },
  integration_disabled: {
    title: 'Das Konto beim Anbieter ist hier abgeschaltet',
    help: 'Schalten Sie es auf seiner Seite ein.',
  },
  integration_not_found: { title: 'Dieses Konto gibt es nicht', help: gone },
  integration_without_key: {
    title: 'Das Konto hat keinen API-Schlüssel des Anbieters',
    help: 'Hinterlegen Sie ihn auf der Seite des Kontos, und versuchen Sie es dann noch einmal.',
  },
  internal: {
    title: 'Die Plattform hat einen Fehler gemacht',
    help: 'Versuchen Sie es noch einmal. Bleibt er, nennen Sie Ihrem Betreiber die ID der Anfrage.',
  },
  invalid_cursor: { title: 'Die Liste hat sich geändert', help: 'Laden Sie die Seite neu.' },
  invalid_json: outdated,
  invalid_parent: { title: 'Diese Organisation kann dort nicht sein' },
  invalid_transition: { title: 'Das lässt das Gespräch nicht mehr zu', help: 'Laden Sie die Seite neu.' },
  invitation_not_found: {
    title: 'Diese Einladung gibt es nicht',
    help: 'Sie wurde angenommen, widerrufen oder ist abgelaufen.',
  },
  knowledge_base_full: {
    title: 'Der Agent hat keinen Platz für mehr Wissen',
    help: 'Entfernen Sie Dokumente, die er nicht braucht.',
  },
  last_owner: {
    title: 'Der letzte Inhaber bleibt',
    help: 'Machen Sie zuerst jemand anderen zum Inhaber.',
  },
  member_exists: { title: 'Diese Person ist schon Mitglied' },
  member_not_found: { title: 'Diese Person ist kein Mitglied', help: gone },
  message_not_found: { title: 'Diese Nachricht gibt es nicht', help: gone },
  model_failed: {
    title: 'Das Sprachmodell gab keine brauchbare Antwort',
    help: 'Versuchen Sie es noch einmal.',
  },
  model_not_allowed: {
    title: 'Dieses Modell ist hier nicht erlaubt',
    help: 'Wählen Sie eines aus der Liste, oder bitten Sie den Betreiber der Plattform darum.',
  },
  model_timed_out: model,
  model_unavailable: model,
  no_tool_calls: { title: 'Der Agent wartet auf keine Ergebnisse', help: 'Laden Sie die Seite neu.' },
  not_a_chat: { title: 'Dieses Gespräch ist kein Chat der Plattform' },
  not_a_live_call: { title: 'Die Plattform führt diesen Anruf nicht', help: 'Das tut sein Anbieter.' },
  not_acceptable: outdated,
  number_connected: {
    title: 'Ein anderes Konto hat diese Nummer hier verbunden',
    help: 'Trennen Sie die Nummer dort zuerst.',
  },
  number_not_connectable: {
    title: 'Anrufe dieser Nummer können keinen Agenten erreichen',
    help: 'Sie ist an einem SIP-Trunk oder nimmt keine Anrufe an. Ändern Sie das bei Twilio.',
  },
  number_not_found: {
    title: 'Das Konto hat diese Nummer nicht, oder sie ist nicht verbunden',
    help: 'Laden Sie die Seite neu.',
  },
  period_final: {
    title: 'Die Abrechnung dieses Monats ist endgültig',
    help: 'Stornieren Sie sie zuerst, oder wählen Sie einen späteren Monat.',
  },
  person_required: {
    title: 'Das kann nur eine Person',
    help: 'Melden Sie sich ab und ohne Schlüssel wieder an.',
  },
  plan_not_found: { title: 'Diesen Tarif gibt es nicht', help: gone },
  platform_key_needed: {
    title: 'Einen Schlüssel der Plattform widerruft nur ein anderer',
    help: 'Erstellen Sie einen, der so lange gilt, und melden Sie sich damit an.',
  },
  precondition_failed: {
    title: 'Jemand anderes hat das geändert',
    help: 'Laden Sie die Seite neu, und ändern Sie es dann noch einmal.',
  },
  provider_not_supported: { title: 'Der Anbieter dieses Kontos kann das nicht' },
  provider_refused: { title: 'Der Anbieter hat das abgelehnt' },
  provider_unavailable: {
    title: 'Der Anbieter ist nicht zu erreichen',
    help: 'Versuchen Sie es in einer Minute noch einmal.',
  },
  quota_exceeded: { title: 'Die Grenze ist erreicht' },
  range_too_large: { title: 'Das ist zu viel auf einmal', help: 'Wählen Sie weniger Tage.' },
  rate_limited: { title: 'Zu viel auf einmal', help: 'Versuchen Sie es in einer Minute noch einmal.' },
  recording_deleted: { title: 'Die Aufnahme wurde gelöscht' },
  recording_not_available: { title: 'Es gibt keine Aufnahme' },
  recording_pending: {
    title: 'Die Aufnahme ist unterwegs',
    help: 'Versuchen Sie es in einer Minute noch einmal.',
  },
  replay_in_progress: {
    title: 'Nachrichten werden noch erneut gesendet',
    help: 'Versuchen Sie es danach noch einmal.',
  },
  request_in_flight: { title: 'Das geschieht schon', help: 'Laden Sie die Seite gleich neu.' },
  review_not_found: { title: 'Es gibt keine Bewertung', help: gone },
  scenario_not_found: { title: 'Dieses Szenario gibt es nicht', help: gone },
  sign_in_enforced: {
    title: 'Eine andere Verbindung ist vorgeschrieben',
    help: 'Beenden Sie das zuerst: Nur eine kann es sein.',
  },
  sign_in_refused: { title: 'Die Anmeldung wurde abgelehnt' },
  speech_not_available: {
    title: 'Die Stimme kann hier nicht sprechen',
    help: 'Wählen Sie eine andere, oder bitten Sie den Betreiber um einen Sprachdienst.',
  },
  statement_not_final: {
    title: 'Der Stand der Abrechnung lässt das nicht zu',
    help: 'Laden Sie die Seite neu.',
  },
  statement_not_found: { title: 'Diese Abrechnung gibt es nicht', help: gone },
  subscription_not_found: { title: 'Die Organisation hat keinen Tarif' },
  test_run_not_found: { title: 'Diesen Lauf gibt es nicht', help: gone },
  test_suite_not_found: { title: 'Diese Tests gibt es nicht', help: gone },
  too_many_exports: {
    title: 'Andere Exporte werden gerade geschrieben',
    help: 'Versuchen Sie es noch einmal, wenn einer fertig ist.',
  },
  tool_server_failed: {
    title: 'Der Server antwortet nicht als Werkzeugserver',
    help: 'Prüfen Sie seine Adresse und sein Token. Er muss binnen zehn Sekunden mit MCP über HTTP antworten.',
  },
  tool_server_not_found: { title: 'Diesen Werkzeugserver gibt es nicht', help: gone },
  unauthenticated: { title: 'Sie sind nicht mehr angemeldet', help: 'Melden Sie sich wieder an.' },
  unavailable: notNow,
  unknown_parameter: outdated,
  unsupported_media_type: outdated,
  usage_limit_reached: {
    title: 'Der Tarif ist aufgebraucht',
    help: 'Buchen Sie ein Paket, oder ändern Sie den Tarif.',
  },
  validation_failed: { title: 'Etwas muss berichtigt werden' },
  voices_not_listed: {
    title: 'Der Anbieter hat keine Liste von Stimmen',
    help: 'Geben Sie die ID einer Stimme ein.',
  },
  webhook_disabled: { title: 'Der Webhook ist abgeschaltet', help: 'Schalten Sie ihn zuerst ein.' },
  view_refused: {
    title: 'Sie sehen die Konsole nur als ein Mitglied einer Organisation',
    help: 'Beenden Sie diese Ansicht, um etwas zu ändern.',
  },
  webhook_not_found: { title: 'Diesen Webhook gibt es nicht', help: gone },
  widget_not_found: { title: 'Dieses Widget gibt es nicht', help: gone },
  widget_unavailable: {
    title: 'Das Widget nimmt gerade keine Nachrichten an',
    help: 'Setzen Sie es fort. Seine Organisation kann gesperrt sein oder ihren Tarif aufgebraucht haben.',
  },
};

export const problems: typeof english = {
  codes,
  lacking: (right) => `Dafür braucht man die Berechtigung „${right}“.`,
  askOwner: (organization) =>
    `Bitten Sie einen Inhaber von ${organization} um eine Rolle mit dieser Berechtigung.`,
  askForKey: 'Bitten Sie um einen Schlüssel mit dieser Berechtigung.',
  lackingPage: (page) => `Sie dürfen „${page}“ nicht sehen`,
  askAbove: 'Fragen Sie die Organisation, die Ihre verwaltet.',
  limit: (limit) => `Höchstens ${limit} sind erlaubt.`,
  enable: 'Analysen einschalten',
  enabling: {
    title: (name) => `Analysen für ${name} einschalten?`,
    text: 'Sie beurteilen ab jetzt Gespräche und verbrauchen Tokens von Sprachmodellen. Die Einstellungen begrenzen das.',
    done: 'Analysen sind eingeschaltet. Versuchen Sie es noch einmal.',
  },
  links: {
    account: 'Konto öffnen',
    limits: 'Grenzen öffnen',
    subscription: 'Vertrag öffnen',
    tests: 'Tests öffnen',
    organization: 'Organisation öffnen',
    members: 'Mitglieder öffnen',
    connections: 'Anmeldung öffnen',
    analysis: 'Einstellungen öffnen',
    exports: 'Exporte öffnen',
  },
};
