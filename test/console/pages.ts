import type { Locator, Page } from 'playwright-core';
import { signInKeyName } from '#lib/local/sign-in-link.ts';
import type { Client } from '../../clients/typescript/src/index.ts';
import { monthFromNow } from '../support/billing.ts';
import { findOrder, startMcpServer } from '../support/mcp-server.ts';

/** A page of the console, with what the demonstration shows on it. */
export interface PageOfConsole {
  readonly name: string;
  readonly path: string;
  /** Something that is there only once the page has read its data. */
  readonly ready: (page: Page) => Promise<void>;
  /** The page of somebody or something that has nothing yet. */
  readonly empty?: string;
  /** Further states of the page, each reached from the one before. Escape closes what they open. */
  readonly states?: Readonly<Record<string, (page: Page) => Promise<void>>>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();

/** A dialog is open, and its first field can be typed into. */
const opened = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading').first().waitFor();
  for (const kind of ['input, select, textarea', '[role=combobox]']) {
    const fields = dialog.locator(`:is(${kind}):enabled`);
    if ((await fields.count()) === 0) continue;
    return fields.first().and(page.locator(':focus')).waitFor();
  }
};

/** Buttons that each open a dialog. */
const dialogs = (...names: readonly string[]): NonNullable<PageOfConsole['states']> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (page) => {
        await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
        await opened(page);
      },
    ]),
  );

/** A chat with an agent. */
const talk = async (page: Page): Promise<void> => {
  const log = page.getByRole('log');
  await page.getByRole('button', { name: 'Let the agent begin' }).click();
  await log.getByText('How can I help you?').waitFor();
  await page.getByLabel('Say something to Pia').fill('I am in pain, and would like to see somebody today.');
  await page.keyboard.press('Enter');
  await log.getByText('This is a rehearsal').waitFor();
};

/** A microphone, and the recognition of a browser, for a page whose browser has neither. */
const voice = `
  navigator.permissions.query = async () => ({ state: 'granted' });
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    const microphone = context.createMediaStreamDestination();
    volume.gain.value = 0;
    tone.connect(volume).connect(microphone);
    tone.start();
    window.speak = (transcript) => {
      volume.gain.setValueAtTime(0.4, context.currentTime);
      volume.gain.setValueAtTime(0, context.currentTime + 0.4);
      window.recognition.say(transcript);
    };
    return microphone.stream;
  };
  window.SpeechRecognition = class {
    start() {
      window.recognition = this;
    }
    abort() {}
    say(transcript) {
      this.results = [...(this.results ?? []), Object.assign([{ transcript }], { isFinal: true })];
      this.onresult({ resultIndex: this.results.length - 1, results: this.results });
    }
  };
`;

/** A talk by voice, in the middle of a long answer. */
const talkAloud = async (page: Page): Promise<void> => {
  await heading('Pia, reception')(page);
  await page
    .getByRole('img', { name: /^Begins|leads/ })
    .first()
    .waitFor();
  await page.evaluate(voice);
  await page.getByRole('button', { name: 'Talk with Pia' }).click();
  const status = page.getByRole('status');
  await status.getByText(/^Pia: Harbor Dental/).waitFor();
  await page.evaluate("window.speak('My tooth hurts. I am in pain.')");
  await page.getByRole('log').getByText('greet → urgent').waitFor();
  await page.evaluate("window.speak('Is there anything today before four?')");
  await status.getByText(/^Pia: From/).waitFor();
};

/** An agent that was changed. */
const change = async (page: Page): Promise<void> => {
  await page.getByLabel('First message').fill('Harbor Dental, good evening.');
  await page.getByRole('button', { name: 'Save as version 2' }).waitFor();
};

/** Actions of the menu in a page's head that each open a dialog. */
const fromMenu = (...names: readonly string[]): NonNullable<PageOfConsole['states']> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (page) => {
        await page.getByRole('button', { name: 'Actions', exact: true }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
        await opened(page);
      },
    ]),
  );

/** A chat that an agent has handed over to people. */
const handOver = async (operator: Client, agent_id: string): Promise<void> => {
  const { id } = await operator.chats.create({
    params: { agent_id },
    body: { caller: { name: 'Nora Whitfield' } },
  });
  const params = { conversation_id: id };
  await operator.chats.send({ params, body: { text: 'I was billed twice for a filling.' } });
  await operator.handovers.create({ params, body: { reason: 'Asks for a refund' } });
};

/** A chat of the inbox. */
const answering = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Nora Whitfield/ }).click();
  await page.getByRole('log').getByText('I was billed twice for a filling.').waitFor();
};

/** Bills an organization of the demonstration, which bills nobody. */
const bill = async (operator: Client, client_id: string): Promise<string> => {
  const { id: plan_id } = await operator.plans.create({
    body: { name: 'Standard', currency: 'EUR', base_fee: '49', included_minutes: 500, minute_rate: '0.12' },
  });
  const params = { client_id };
  await operator.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-2) } });
  const { data } = await operator.statements.list({ params });
  return data[0]?.id ?? '';
};

/** A webhook whose messages a program would fetch, with some. */
const hook = async (operator: Client, client_id: string): Promise<string> => {
  const { id } = await operator.webhooks.create({
    body: { client_id, events: ['*'], description: 'Reports for the practice' },
  });
  await operator.webhooks.test({ params: { webhook_id: id } });
  return id;
};

/** A tool server of an organization, which has changed a tool since, added one and removed another. */
const serveTools = async (operator: Client, client_id: string): Promise<string> => {
  const server = await startMcpServer([findOrder, { ...findOrder, name: 'cancel_order' }]);
  const { id } = await operator.toolServers.create({
    body: { client_id, name: 'Shop', url: server.url, token: 'token-of-the-shop' },
  });
  server.tools = [
    { ...findOrder, description: 'Finds an order by its number' },
    { ...findOrder, name: 'list_orders', description: 'Lists all orders of a customer' },
  ];
  await operator.toolServers.refresh({ params: { tool_server_id: id } });
  return id;
};

/** An analyzer of an organization, which judges one of its conversations. */
const analyze = async (operator: Client, client_id: string, conversation_id: string): Promise<string> => {
  await operator.clients.update({
    params: { client_id },
    body: { settings: { analysis: { enabled: true } } },
  });
  const { id } = await operator.analyzers.create({
    body: {
      client_id,
      name: 'Good manners',
      description: 'Whether the agent greets, and books what was asked for',
      criteria: [
        { name: 'greeting', kind: 'contains', texts: ['Harbor Dental'] },
        { name: 'farewell', kind: 'contains', texts: ['goodbye'] },
      ],
      review: { sample: 1 },
    },
  });
  await operator.analyses.create({ params: { conversation_id }, body: { analyzer_id: id } });
  return id;
};

const booking = (when: string) => ({
  start: 'greet',
  nodes: [
    { id: 'greet', instruction: 'Greet.', transitions: [{ to: 'book', when }] },
    { id: 'book', instruction: 'Ask for a day.', transitions: [] },
  ],
});

const callers = [
  ['Books an appointment', 'I would like an appointment.'],
  ['Asks for the opening hours, and books an appointment on the day after', 'When are you open?'],
  ['Is in pain', 'I am in pain.'],
] as const;

/** A suite that one version of an agent has passed, and the next one has not. */
const testVersions = async (operator: Client, client_id: string) => {
  const { id: agent_id } = await operator.agents.create({
    body: {
      client_id,
      name: 'Mia',
      first_message: 'Hello',
      conversation_flow: booking('they want an appointment'),
    },
  });
  const scenario_ids: string[] = [];
  for (const [name, first] of callers) {
    const lines = [first, 'I would like an appointment.'];
    const { id } = await operator.scenarios.create({
      body: {
        ...{ client_id, agent_id, name, caller: { kind: 'script', lines } },
        checks: [
          { type: 'reaches_node', node: 'book' },
          { type: 'says', contains: ['rehearsal'] },
        ],
      },
    });
    scenario_ids.push(id);
  }
  const { id: suite_id } = await operator.testSuites.create({
    body: { client_id, name: 'Reception', description: 'What Mia must do', scenario_ids, repeat: 2 },
  });
  const params = { agent_id };
  const run = async () => {
    const { id } = await operator.testRuns.create({ params, body: { suite_id } });
    while ((await operator.testRuns.get({ params: { test_run_id: id } })).status === 'running');
    return id;
  };
  const before = await run();
  await operator.gates.replace({ params, body: { suite_id, max_age_days: 30 } });
  await operator.agents.update({ params, body: { conversation_flow: booking('the moon is full') } });
  return { agent_id, suite_id, before, run: await run(), scenario: scenario_ids[0] ?? '' };
};

/** A page of what analyzers have found. The one of `analyze` has judged a conversation, or will have soon. */
const analyzed = (empty: string, filled: (page: Page) => Locator) => async (page: Page) => {
  const nothing = page.getByText(empty);
  const some = filled(page);
  await nothing.or(some).waitFor();
  while (!(await some.isVisible())) {
    await page.reload();
    await nothing.or(some).waitFor();
  }
};

/** Every page that somebody who is signed in can open, and the parts of pages that look different. */
export const pagesOf = async (operator: Client): Promise<readonly PageOfConsole[]> => {
  const organizationNamed = async (name: string): Promise<string> => {
    const { data } = await operator.clients.list({ query: { name } });
    return data[0]?.id ?? '';
  };
  const [{ data: found }, { data: agents }, reseller, organization, north] = await Promise.all([
    operator.conversations.list({ query: { q: 'reschedule' } }),
    operator.agents.list({ query: { name: 'Pia' } }),
    organizationNamed('Brightline Voice'),
    organizationNamed('Harbor Dental Group'),
    organizationNamed('Harbor Dental North'),
  ]);
  const conversation = found.find(({ caller }) => caller?.name === 'Nora Whitfield')?.id ?? '';
  const agent = agents[0]?.id ?? '';
  await operator.conversations.update({
    params: { conversation_id: conversation },
    body: { tags: ['needs_follow_up', 'vip'], reviewed: true },
  });
  await handOver(operator, agent);
  const statement = await bill(operator, organization);
  const webhook = await hook(operator, organization);
  const toolServer = await serveTools(operator, organization);
  const { id: widget } = await operator.widgets.create({
    body: { agent_id: agent, name: 'Practice website', origins: ['https://www.harbordental.example'] },
  });
  const analyzer = await analyze(operator, organization, conversation);
  const tested = await testVersions(operator, organization);
  const { id: integration } = await operator.integrations.create({
    body: {
      client_id: organization,
      provider: 'vapi',
      name: 'Vapi, production',
      agents: [{ provider_agent_id: '5f0c2f1e-9d1b-4a53-a0f7-reception', agent_id: agent }],
    },
  });
  const { id: nobody } = await operator.clients.create({ body: { name: 'Nothing yet', type: 'client' } });
  const { id: unknown } = await operator.agents.create({ body: { name: 'Ada', client_id: nobody } });
  const { id: unused } = await operator.webhooks.create({
    body: { client_id: nobody, events: ['export.completed'] },
  });
  const { id: unmapped } = await operator.integrations.create({
    body: { client_id: nobody, provider: 'retell', name: 'Retell' },
  });
  await operator.exports.create({
    body: { client_id: organization, resources: ['conversations', 'turns'], format: 'csv' },
  });
  const { id: connection } = await operator.connections.create({
    body: {
      client_id: organization,
      name: 'Harbor Dental',
      issuer: 'https://login.harbordental.example/realms/staff',
      oidc_client_id: 'voice-agents',
      client_secret: 'a-secret-of-the-client',
      domains: [{ name: 'harbordental.example' }],
    },
  });
  await operator.invitations.create({
    body: {
      client_id: organization,
      connection_id: connection,
      email: 'pia@harbordental.example',
      role: 'admin',
    },
  });
  const below = `org=${reseller}`;
  const nothing = `org=${nobody}`;
  return [
    {
      name: 'home',
      path: `/?${below}`,
      ready: (page) => page.getByRole('group', { name: /Calls by day and outcome/ }).waitFor(),
      empty: `/?${nothing}`,
    },
    {
      name: 'conversations',
      path: `/conversations?${below}`,
      ready: text('Nora Whitfield'),
      empty: `/conversations?${nothing}`,
      states: {
        selected: async (page) => {
          await page
            .getByRole('checkbox', { name: /Select the call of Nora Whitfield/ })
            .first()
            .check();
          await page.getByRole('region', { name: '1 selected' }).waitFor();
        },
        call: async (page) => {
          await page.getByRole('link', { name: 'Nora Whitfield' }).first().click();
          await page.getByRole('region', { name: 'The call' }).getByText('Details').waitFor();
        },
      },
    },
    {
      name: 'search',
      path: `/conversations?q=reschedule&${below}`,
      ready: (page) => page.locator('mark').first().waitFor(),
      empty: `/conversations?q=reschedule&${nothing}`,
    },
    {
      name: 'conversation',
      path: `/conversations/${conversation}?t=14`,
      ready: text('find_appointments'),
      states: dialogs('Erase', 'Make a test of this'),
    },
    {
      name: 'live',
      path: '/live',
      ready: (page) => page.getByRole('article').first().waitFor(),
      empty: `/live?${nothing}`,
    },
    {
      name: 'inbox',
      path: '/inbox',
      ready: text('Asks for a refund'),
      empty: `/inbox?${nothing}`,
      states: { chat: answering },
    },
    {
      name: 'agents',
      path: `/agents?${below}`,
      ready: text('Pia, reception'),
      empty: '/agents?name=Nobody',
      states: dialogs('New agent'),
    },
    {
      name: 'agent',
      path: `/agents/${agent}`,
      ready: heading('Pia, reception'),
      empty: `/agents/${unknown}`,
      states: { talk, change, ...fromMenu('Remove') },
    },
    { name: 'talk', path: `/agents/${agent}`, ready: talkAloud },
    {
      name: 'flow',
      path: `/agents/${agent}?tab=flow`,
      ready: (page) => page.getByRole('img', { name: /Begins at greet/ }).waitFor(),
      empty: `/agents/${unknown}?tab=flow`,
    },
    {
      name: 'tools',
      path: `/agents/${agent}?tab=tools`,
      ready: (page) => page.getByLabel('What runs').first().waitFor(),
      empty: `/agents/${unknown}?tab=tools`,
    },
    {
      name: 'documents',
      path: `/agents/${agent}?tab=documents`,
      ready: text('Opening hours'),
      empty: `/agents/${unknown}?tab=documents`,
      states: dialogs('Add a document', 'Open Opening hours', 'Remove Opening hours'),
    },
    { name: 'deployments', path: `/agents/${agent}?tab=deployments`, ready: text('not deployed') },
    {
      name: 'voice',
      path: `/agents/${agent}?tab=voice`,
      ready: text('Call somebody'),
      empty: `/agents/${unknown}?tab=voice`,
    },
    { name: 'versions', path: `/agents/${agent}?tab=versions`, ready: heading('Pia, reception') },
    {
      name: 'live version',
      path: `/agents/${tested.agent_id}?tab=live`,
      ready: text('Version 2 has not passed'),
      empty: `/agents/${unknown}?tab=live`,
      states: dialogs('Change the gate', 'Remove'),
    },
    {
      name: 'tests',
      path: `/tests?${below}`,
      ready: text('Reception'),
      empty: `/tests?${nothing}`,
    },
    {
      name: 'suite',
      path: `/tests/${tested.suite_id}?org=${organization}`,
      ready: (page) => page.getByRole('link', { name: /^Books an appointment: Failed/ }).waitFor(),
      states: { ...dialogs('Run'), ...fromMenu('Remove') },
    },
    {
      name: 'attempt',
      path: `/tests/${tested.suite_id}?org=${organization}&run=${tested.run}&before=${tested.before}&scenario=${tested.scenario}`,
      ready: (page) =>
        page.getByRole('region', { name: 'Before: Version 1' }).getByText('Passed').first().waitFor(),
    },
    {
      name: 'analyzers',
      path: `/analyzers?show=below&${below}`,
      ready: text('Good manners'),
      empty: `/analyzers?${nothing}`,
      states: dialogs('New analyzer'),
    },
    {
      name: 'analyzer',
      path: `/analyzers/${analyzer}?org=${organization}`,
      ready: (page) => page.getByRole('button', { name: 'Add a criterion' }).waitFor(),
      states: dialogs('Remove'),
    },
    {
      name: 'report',
      path: `/analyzers/${analyzer}?tab=report`,
      ready: analyzed('Nothing was analyzed in this time', (page) => page.getByText(/\d calls? analyzed/)),
    },
    {
      name: 'earlier calls',
      path: `/analyzers/${analyzer}?tab=runs&org=${organization}`,
      ready: text('No earlier calls were analyzed'),
    },
    {
      name: 'analyzer versions',
      path: `/analyzers/${analyzer}?tab=versions&org=${organization}`,
      ready: (page) => page.getByRole('rowheader', { name: 'Good manners' }).waitFor(),
    },
    {
      name: 'reviews',
      path: `/reviews?${below}`,
      ready: analyzed('Nothing is waiting for a review', (page) =>
        page.getByRole('group', { name: 'Greeting' }),
      ),
      empty: `/reviews?${nothing}`,
    },
    {
      name: 'usage',
      path: `/usage?by=outcome&${below}`,
      ready: (page) => page.getByRole('rowheader').first().waitFor(),
      empty: `/usage?${nothing}`,
    },
    {
      name: 'billing',
      path: `/billing?${below}`,
      ready: (page) => page.getByRole('rowheader').first().waitFor(),
      empty: `/billing?${nothing}`,
    },
    {
      name: 'statements',
      path: `/billing?tab=statements&${below}`,
      ready: (page) => page.getByRole('rowheader').first().waitFor(),
      empty: `/billing?tab=statements&${nothing}`,
    },
    {
      name: 'plans',
      path: '/billing?tab=plans',
      ready: text('Standard'),
      states: dialogs('New plan', 'Edit Standard', 'Remove Standard'),
    },
    {
      name: 'subscription',
      path: `/billing?tab=subscription&org=${organization}`,
      ready: text('Change the plan'),
      states: dialogs('Change the plan', 'Add a pack', 'End'),
    },
    {
      name: 'statement',
      path: `/billing/${organization}/${statement}`,
      ready: (page) => page.getByRole('rowheader').first().waitFor(),
    },
    {
      name: 'organizations',
      path: `/organizations?${below}`,
      ready: text('Harbor Dental Group'),
      empty: `/organizations?${nothing}`,
      states: dialogs('New organization'),
    },
    {
      name: 'organization',
      path: `/organizations/${organization}`,
      ready: text('Harbor Dental North'),
      empty: `/organizations/${nobody}`,
      states: dialogs('New organization', 'Suspend', 'Erase'),
    },
    {
      name: 'settings',
      path: `/organizations/${organization}?tab=settings`,
      ready: (page) => page.getByLabel('Name that people see').waitFor(),
    },
    {
      name: 'integrations',
      path: `/integrations?${below}`,
      ready: text('Vapi, production'),
      empty: `/integrations?org=${north}`,
    },
    {
      name: 'connect',
      path: `/integrations/connect?org=${organization}`,
      ready: heading('Connect a provider'),
    },
    {
      name: 'integration',
      path: `/integrations/${integration}`,
      ready: (page) => page.getByLabel('Agent’s id at the provider').waitFor(),
      empty: `/integrations/${unmapped}`,
      states: dialogs('Disconnect'),
    },
    { name: 'events', path: `/integrations/${integration}?tab=events`, ready: text('There are no events') },
    {
      name: 'imports',
      path: `/integrations/${integration}?tab=imports`,
      ready: text('Nothing was imported yet'),
    },
    {
      name: 'widgets',
      path: `/widgets?${below}`,
      ready: text('Practice website'),
      empty: `/widgets?${nothing}`,
      states: dialogs('New widget'),
    },
    {
      name: 'widget',
      path: `/widgets/${widget}`,
      ready: text('Looks and words'),
    },
    {
      name: 'tool servers',
      path: `/tool-servers?${below}`,
      ready: text('1 changed'),
      empty: `/tool-servers?org=${north}`,
      states: dialogs('New tool server'),
    },
    {
      name: 'tool server',
      path: `/tool-servers/${toolServer}`,
      ready: text('Finds an order by its number'),
      states: { ...dialogs('Edit'), ...fromMenu('Delete') },
    },
    {
      name: 'webhooks',
      path: `/webhooks?${below}`,
      ready: text('Reports for the practice'),
      empty: `/webhooks?org=${north}`,
      states: dialogs('New webhook'),
    },
    {
      name: 'webhook',
      path: `/webhooks/${webhook}`,
      ready: (page) => page.getByRole('button', { name: 'ping' }).waitFor(),
      empty: `/webhooks/${unused}`,
      states: { ...dialogs('ping'), ...fromMenu('Send failed ones again', 'Rotate the secret', 'Delete') },
    },
    {
      name: 'exports',
      path: `/exports?${below}`,
      ready: text('Completed'),
      empty: `/exports?${nothing}`,
      states: dialogs('New export', 'Remove'),
    },
    {
      name: 'keys',
      path: '/keys',
      ready: (page) => page.getByRole('cell').first().waitFor(),
      empty: `/keys?${nothing}`,
      states: dialogs('New API key', `Rotate ${signInKeyName}`, `Revoke ${signInKeyName}`),
    },
    {
      name: 'audit',
      path: '/audit',
      ready: (page) => page.getByRole('rowheader').first().waitFor(),
      empty: `/audit?action=erasure.created&${nothing}`,
    },
    {
      name: 'members',
      path: '/members',
      ready: text('pia@harbordental.example'),
      empty: `/members?${nothing}`,
      states: dialogs('Invite a person', 'Change role of Ada Auditor', 'Remove Ada Auditor'),
    },
    {
      name: 'connections',
      path: `/connections?${below}`,
      ready: text('Harbor Dental'),
      empty: `/connections?${nothing}`,
    },
    {
      name: 'connect a company',
      path: `/connections/new?org=${organization}`,
      ready: heading('Connect a company'),
    },
    {
      name: 'connection',
      path: `/connections/${connection}`,
      ready: text('harbordental.example'),
      states: dialogs('Remove'),
    },
  ];
};
