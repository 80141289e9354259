import { formatNumber } from '../../api/format.ts';
import { counted } from './plural.ts';

const tools = (count: number): string => counted(count, 'tool', 'tools');

export const toolServers = {
  title: 'Tool servers',
  one: 'Tool server',
  create: 'New tool server',
  createAction: 'Add',
  created: (count: number) => `${tools(count)} found. Read what they say: agents follow it.`,
  empty: {
    title: 'There are no tool servers',
    text: 'A tool server (MCP) has tools that agents call, such as one that finds an order in your shop.',
  },
  columns: { name: 'Name', tools: 'Tools', token: 'Token', organization: 'Organization', checked: 'Checked' },
  counts: {
    enabled: (count: number) => tools(count),
    changed: (count: number) => `${formatNumber(count)} changed`,
    new: (count: number) => `${formatNumber(count)} new`,
    removed: (count: number) => `${formatNumber(count)} gone`,
  },
  statuses: { enabled: 'Agents can call it', changed: 'Changed', new: 'New', removed: 'Gone' },
  tokenEnds: (hint: string) => `token …${hint}`,
  withoutToken: 'no token',
  checkedAt: (time: string) => `checked ${time}`,
  check: 'Check the tools',
  same: 'All tools are as they were accepted',
  differ: (count: number) => `${tools(count)} cannot be called`,
  accepted: (name: string) => `Agents can call ${name}`,
  changedAgain: (name: string) => `The server has changed ${name} again. Read it first.`,
  readThem: 'Language models follow these descriptions. Accept only what you have read.',
  noTools: { title: 'The server has no tools', text: 'Add some at the server, then check it again.' },
  tool: {
    accepted: 'Accepted',
    found: 'What the server says now',
    noDescription: 'No description',
    parameters: 'Parameters',
    accept: 'Accept',
    acceptOf: (name: string) => `Accept ${name}`,
    meanings: {
      changed: 'The server describes it differently now. Agents do not call it until you accept that.',
      new: 'The server has added it. Agents can call it once you accept it.',
      removed: 'The server no longer has it. Agents that call it get an error.',
    },
  },
  form: {
    name: 'Name',
    url: 'Address',
    urlHint: 'Of an MCP server (Streamable HTTP). It cannot be changed later.',
    token: 'Token',
    tokenHint: 'If the server needs one. It is stored encrypted, and not shown again.',
    newToken: 'New token',
    tokenStays: (hint: string) => `Stays …${hint}`,
    noToken: 'None is set',
    removeToken: 'Remove the token',
    edit: 'Edit',
    editTitle: 'Edit the tool server',
    stale: 'Somebody else has changed this tool server. Close this, then make your change again.',
  },
  remove: {
    action: 'Delete',
    title: (name: string) => `Delete ${name}?`,
    text: 'The server is removed here with its token, and agents can no longer call its tools.',
    noCallers: 'No agent calls its tools.',
    callers: (count: number) =>
      `${counted(count, 'agent calls', 'agents call')} its tools, and will get errors:`,
    onlyFirst: (count: number) => `Only the newest ${formatNumber(count)} agents were looked at.`,
  },
};
