import { formatNumber } from '../../api/format.ts';
import type { toolServers as english } from '../en/tool-servers.ts';
import { counted } from './plural.ts';

const tools = (count: number): string => counted(count, 'Werkzeug', 'Werkzeuge');

export const toolServers: typeof english = {
  title: 'Werkzeugserver',
  one: 'Werkzeugserver',
  create: 'Neuer Werkzeugserver',
  createAction: 'Hinzufügen',
  created: (count) => `${tools(count)} gefunden. Lesen Sie die Beschreibungen: Agenten richten sich danach.`,
  empty: {
    title: 'Es gibt noch keine Werkzeugserver',
    text: 'Ein Werkzeugserver (MCP) hat Werkzeuge, die Agenten aufrufen, zum Beispiel eines, das in Ihrem Shop eine Bestellung findet.',
  },
  columns: {
    name: 'Name',
    tools: 'Werkzeuge',
    token: 'Token',
    organization: 'Organisation',
    checked: 'Abgefragt',
  },
  counts: {
    enabled: (count) => tools(count),
    changed: (count) => `${formatNumber(count)} geändert`,
    new: (count) => `${formatNumber(count)} neu`,
    removed: (count) => `${formatNumber(count)} entfallen`,
  },
  statuses: {
    enabled: 'Agenten können es aufrufen',
    changed: 'Geändert',
    new: 'Neu',
    removed: 'Entfallen',
  },
  tokenEnds: (hint) => `Token …${hint}`,
  withoutToken: 'ohne Token',
  checkedAt: (time) => `abgefragt ${time}`,
  check: 'Werkzeuge abfragen',
  same: 'Alle Werkzeuge sind so, wie sie angenommen wurden',
  differ: (count) => `${counted(count, 'Werkzeug kann', 'Werkzeuge können')} nicht aufgerufen werden`,
  accepted: (name) => `Agenten können ${name} aufrufen`,
  changedAgain: (name) => `Der Server hat ${name} noch einmal geändert. Lesen Sie die Beschreibung zuerst.`,
  readThem:
    'Sprachmodelle richten sich nach diesen Beschreibungen. Nehmen Sie nur an, was Sie gelesen haben.',
  noTools: {
    title: 'Der Server hat keine Werkzeuge',
    text: 'Fügen Sie beim Server welche hinzu, und fragen Sie ihn dann noch einmal ab.',
  },
  tool: {
    accepted: 'Angenommen',
    found: 'Was der Server jetzt sagt',
    noDescription: 'Ohne Beschreibung',
    parameters: 'Parameter',
    accept: 'Annehmen',
    acceptOf: (name) => `${name} annehmen`,
    meanings: {
      changed:
        'Der Server beschreibt es jetzt anders. Agenten rufen es erst wieder auf, wenn Sie das annehmen.',
      new: 'Der Server hat es hinzugefügt. Agenten können es aufrufen, sobald Sie es annehmen.',
      removed: 'Der Server hat es nicht mehr. Agenten, die es aufrufen, erhalten einen Fehler.',
    },
  },
  form: {
    name: 'Name',
    url: 'Adresse',
    urlHint: 'Die eines MCP-Servers (Streamable HTTP). Sie kann später nicht geändert werden.',
    token: 'Token',
    tokenHint: 'Falls der Server eines braucht. Es wird verschlüsselt gespeichert und nicht mehr angezeigt.',
    newToken: 'Neues Token',
    tokenStays: (hint) => `Bleibt …${hint}`,
    noToken: 'Keines hinterlegt',
    removeToken: 'Token entfernen',
    edit: 'Bearbeiten',
    editTitle: 'Werkzeugserver bearbeiten',
    stale:
      'Jemand anderes hat diesen Werkzeugserver geändert. Schließen Sie dieses Fenster, und ändern Sie ihn dann noch einmal.',
  },
  remove: {
    action: 'Löschen',
    title: (name) => `${name} löschen?`,
    text: 'Der Server wird hier mit seinem Token entfernt, und Agenten können seine Werkzeuge nicht mehr aufrufen.',
    noCallers: 'Kein Agent ruft seine Werkzeuge auf.',
    callers: (count) =>
      `${counted(count, 'Agent ruft', 'Agenten rufen')} seine Werkzeuge auf. Künftig erhalten sie Fehler:`,
    onlyFirst: (count) => `Nur die neuesten ${formatNumber(count)} Agenten wurden angesehen.`,
  },
};
