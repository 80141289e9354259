import { readFile } from 'node:fs/promises';
import { describe, expect, onTestFinished } from 'vitest';
import { newLineAccount } from '#lib/local/phone-line.ts';
import { uploadRecording } from '../../clients/typescript/src/index.ts';
import { providerAccount } from '../fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { connect, deliver, newCall, webhookSecret } from '../support/connected.ts';
import { eventually } from '../support/eventually.ts';
import { serving, startFileServer } from '../support/file-server.ts';
import { findOrder, startMcpServer } from '../support/mcp-server.ts';
import { fillAccount } from '../support/provider-accounts.ts';
import { answering, startReceiver } from '../support/receiver.ts';
import { usersOf } from '../support/users.ts';
import { tone, waveOf } from '../support/wave.ts';
import { clientNamed, operatorTests, signedIn } from './demonstration.ts';
import { editedSchemas, jsonSchemas } from './parameter-schemas.ts';

const withConsole = operatorTests();

// One after the other: a browser keeps both cores busy.
/** A document of one page with one line of text (ISO 32000-1, 7.5). */
const pdfOf = (line: string): string => {
  const content = line ? `BT /F1 12 Tf 40 700 Td (${line}) Tj ET` : '';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `${text}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
};

describe('Agents in the console', { concurrent: false }, () => {
  withConsole('edits an agent, compares versions and restores one', async (console, operator) => {
    const { data } = await operator.agents.list({ query: { name: 'Pia' } });
    const agent_id = data[0]?.id ?? '';
    const read = () => operator.agents.get({ params: { agent_id } });
    const tab = await signedIn(console, '/agents');
    const { page } = tab;
    await expectAccessible(tab);
    await page.getByRole('link', { name: 'Pia, reception' }).click();
    await page.getByLabel('First message').fill('Harbor Dental, good evening.');
    expect((await read()).version).toBe(1);

    await page.getByLabel('Temperature').fill('7');
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Temperature').getAttribute('aria-invalid')).toBe('true');
    expect(tab.faults.splice(0).join()).toContain('400');
    await page.getByLabel('Temperature').fill('0.2');
    await page.getByRole('link', { name: 'Flow', exact: true }).click();
    await page.getByRole('img', { name: /Begins at greet/ }).waitFor();
    const flow = page.getByRole('region', { name: 'Flow', exact: true });
    const desktop = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () =>
      expect(await flow.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0),
    );
    if (desktop) await page.setViewportSize(desktop);
    const stepName = page.getByLabel('Name of the step');
    await page.getByRole('button', { name: 'Add a step after this' }).press('Enter');
    await stepName.fill('');
    await page.getByText('A step needs a name').waitFor();
    await stepName.fill('greet');
    await page.getByText('Another step has this name').waitFor();
    await stepName.fill('hours');
    await page.getByLabel('Instructions').fill('Say when the practice opens.');
    await page.getByRole('button', { name: /^Step greet/ }).press('Enter');
    expect(await page.getByLabel('Way 4: next step').inputValue()).toBe('hours');
    await page.getByLabel('Way 4: condition').fill('the caller asks for the hours');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.getByText('Saved as version 2').waitFor();
    const saved = await read();
    expect(saved).toMatchObject({
      version: 2,
      model: { temperature: 0.2 },
      metadata: { team: 'front-desk' },
    });
    expect(saved.conversation_flow?.nodes).toHaveLength(5);
    await stepName.fill('welcome');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('group', { name: 'Step greet' }).waitFor();
    expect(await stepName.inputValue()).toBe('greet');

    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Compare 1' }).click();
    await page.locator('ins', { hasText: 'good evening' }).waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Restore 1', exact: true }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page
      .getByText(/^Version 3/)
      .first()
      .waitFor();
    expect((await read()).first_message).toBe('Harbor Dental, this is Pia. How can I help you?');
    const handover = { answer_within_minutes: 7, unanswered_message: 'Nobody is free.' };
    await operator.agents.update({ params: { agent_id }, body: { handover, external_id: 'front-desk' } });
    await page.reload();
    await page.getByRole('button', { name: 'Compare 3' }).click();
    const differences = page.getByRole('region', { name: 'Version 3 beside the current one' });
    await differences.waitFor();
    expect(await differences.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Handover',
      'External id',
    ]);
  });

  withConsole(
    'edits the parameters of tools as a form, and leaves others as they are',
    async (console, operator) => {
      const schemas = { ...editedSchemas, ...jsonSchemas };
      const tools = Object.values(schemas).map((parameters, at) => ({ name: `tool_${at}`, parameters }));
      const client_id = await clientNamed(operator, 'Kessler Haustechnik');
      const agent = await operator.agents.create({ body: { name: 'Tools', client_id, tools } });
      const params = { agent_id: agent.id };
      const parametersOf = async () =>
        (await operator.agents.get({ params })).tools.map(({ parameters }) => JSON.stringify(parameters));
      const before = await parametersOf();

      const tab = await signedIn(console, `/agents/${agent.id}?tab=tools`);
      const { page } = tab;
      const save = page.getByRole('button', { name: /^Save as version/ });
      await page.getByRole('group', { name: 'tool_0', exact: true }).waitFor();
      expect(await page.getByLabel('Parameters, as JSON Schema').count()).toBe(
        Object.keys(jsonSchemas).length,
      );
      await page.getByLabel('What it does, for the language model').first().fill('Books a visit.');
      await save.click();
      await page.getByText('Saved as version 2').waitFor();
      expect(await parametersOf()).toEqual(before);
      await expectAccessible(tab);

      // By keyboard alone: another parameter, its name, type and values, and that it is required.
      const tool = page.getByRole('group', { name: 'tool_3', exact: true });
      await tool.getByRole('button', { name: 'Add a parameter' }).press('Enter');
      await page.keyboard.type('name');
      await tool.getByText('Another parameter has this name').waitFor();
      await page.keyboard.type('_of_guest');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Whole');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      const added = tool.getByRole('group', { name: 'name_of_guest' });
      await added.getByLabel('Description').fill('How many come');
      await added.getByLabel('Allowed values, one in each line').fill('1\n2\nthree');
      await added.getByText('Each line must be a value of this type').waitFor();
      await added.getByLabel('Allowed values, one in each line').fill('1\n2\n3');
      await expectAccessible(tab);
      await tool.getByRole('button', { name: 'Edit as JSON' }).press('Enter');
      const { required: _required, ...fields } = editedSchemas['required before its fields'] as {
        readonly required: string[];
        readonly properties: object;
      };
      const expected = {
        ...fields,
        properties: {
          ...fields.properties,
          name_of_guest: { type: 'integer', description: 'How many come', enum: [1, 2, 3] },
        },
        required: ['name', 'name_of_guest'],
      };
      const json = tool.getByLabel('Parameters, as JSON Schema');
      expect(JSON.parse(await json.inputValue())).toEqual(expected);

      // A schema that the form cannot show stays JSON, and so does a text that is none.
      await json.fill('{"type":"object","oneOf":[]}');
      const asForm = tool.getByRole('button', { name: 'Edit as a form' });
      expect(await asForm.isDisabled()).toBe(true);
      await tool.getByText('The form cannot show all of this schema.').waitFor();
      await json.fill('{');
      expect(await asForm.isDisabled()).toBe(true);
      await json.fill(JSON.stringify(expected));
      await asForm.press('Enter');
      await tool
        .getByRole('group', { name: 'name', exact: true })
        .getByRole('button', { name: 'Remove name' })
        .press('Enter');
      await save.click();
      await page.getByText('Saved as version 3').waitFor();
      const { tools: saved } = await operator.agents.get({ params });
      expect(saved[3]?.parameters).toEqual({
        ...expected,
        properties: { name_of_guest: expected.properties.name_of_guest },
        required: ['name_of_guest'],
      });
    },
  );

  withConsole('gives an agent the abilities of calls', async (console, operator) => {
    const client_id = await clientNamed(operator, 'Kessler Haustechnik');
    const agent = await operator.agents.create({ body: { name: 'Calls', language: 'en-GB', client_id } });
    const tab = await signedIn(console, `/agents/${agent.id}?tab=tools`);
    const { page } = tab;
    const save = page.getByRole('button', { name: /^Save as version/ });
    const add = async (name: string, action: string) => {
      await page.getByRole('button', { name: 'Add a tool' }).click();
      const tool = page.getByRole('group', { name: 'New tool', exact: true });
      await tool.getByLabel('What runs').selectOption(action);
      await tool.getByLabel('Name', { exact: true }).fill(name);
      return page.getByRole('group', { name, exact: true });
    };
    const keys = await add('press_keys', 'The agent presses keys');
    expect(await keys.getByRole('button', { name: 'Add a parameter' }).count()).toBe(0);
    const speak = await add('speak', 'The agent changes its language');
    const languages = speak.getByLabel('Further languages');
    await languages.fill('no language');
    await save.click();
    await speak.getByText('must be a BCP 47 language tag').waitFor();
    expect(tab.faults.splice(0).join()).toContain('400');
    await expectAccessible(tab);
    await languages.fill('fr-FR=Lea\nde-DE');
    await save.click();
    await page.getByText('Saved as version 2').waitFor();
    const { tools } = await operator.agents.get({ params: { agent_id: agent.id } });
    expect(tools.map(({ action }) => action)).toMatchObject([
      { name: 'send_digits', languages: null },
      {
        name: 'switch_language',
        languages: [
          { language: 'fr-FR', voice_id: 'Lea' },
          { language: 'de-DE', voice_id: null },
        ],
      },
    ]);
    expect(await languages.inputValue()).toBe('fr-FR=Lea\nde-DE');
  });

  withConsole(
    'saves nothing over a version that arrives while the agent is edited',
    async (console, operator) => {
      const { data } = await operator.agents.list({ query: { name: 'Recall' } });
      const body = { name: 'Iris', prompt: 'Be kind.', client_id: data[0]?.client_id ?? '' };
      const { id: agent_id } = await operator.agents.create({ body });
      const tab = await signedIn(console, `/agents/${agent_id}`);
      const { page } = tab;
      await page.getByLabel('First message').fill('Good morning.');
      const params = { agent_id };
      await operator.agents.update({ params, body: { prompt: 'Be brief.' } });
      await page.getByRole('link', { name: 'Knowledge' }).click();
      await page.getByRole('button', { name: 'Add a document' }).click();
      await page.getByLabel('Name').fill('Parking');
      await page.getByLabel('Text').fill('Behind the house.');
      const read = page.waitForResponse((response) => response.url().endsWith(`/agents/${agent_id}`));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Open Parking' }).waitFor();
      await read;
      const save = page.getByRole('button', { name: /^Save as version/ });
      await save.click();
      await page.getByText('Somebody else has saved a new version meanwhile.').waitFor();
      expect(tab.faults.splice(0).join()).toContain('412');
      await page.getByRole('button', { name: 'Load the new version' }).click();
      await page.getByRole('button', { name: 'Save as version 3' }).click();
      await page.getByText('Saved as version 3').waitFor();
      expect(await operator.agents.get({ params })).toMatchObject({
        first_message: 'Good morning.',
        prompt: 'Be brief.',
      });
    },
  );

  withConsole('adds, changes and removes a document of an agent', async (console, operator) => {
    const { data } = await operator.agents.list({ query: { name: 'Recall' } });
    const agent_id = data[0]?.id ?? '';
    const tab = await signedIn(console, `/agents/${agent_id}?tab=documents`);
    const { page } = tab;
    await page.getByRole('heading', { name: 'The agent knows no documents' }).waitFor();
    await page.getByRole('button', { name: 'Add a document' }).click();
    await page.getByLabel('Name').fill('Parking');
    await page.getByLabel('Text').fill('Behind the house.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Open Parking' }).click();
    await page.getByLabel('Text').fill('In front of the house.');
    await expectAccessible(tab);
    const { data: parking } = await operator.documents.list({ params: { agent_id } });
    await operator.documents.replace({
      params: { agent_id, document_id: parking[0]?.id ?? '' },
      body: { name: 'Parking', text: 'Nowhere.' },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this document.').waitFor();
    expect(tab.faults.splice(0).join()).toContain('412');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Open Parking' }).click();
    await page.getByRole('textbox', { name: 'Text' }).getByText('Nowhere.').waitFor();
    await page.getByLabel('Text').fill('In front of the house.');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => {
      const { data: documents } = await operator.documents.list({ params: { agent_id } });
      expect(documents.map(({ name, version }) => [name, version])).toEqual([['Parking', 3]]);
    });
    await page.getByRole('button', { name: 'Remove Parking' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'The agent knows no documents' }).waitFor();
  });

  withConsole(
    'adds documents from addresses, and says which cannot be fetched',
    async (console, operator) => {
      const { id: client_id } = await operator.clients.create({ body: { name: 'Surfer', type: 'client' } });
      const { id: agent_id } = await operator.agents.create({ body: { name: 'Reader', client_id } });
      const server = await startFileServer((request, response) =>
        request.url === '/prices'
          ? serving('text/html', '<nav>Home</nav><main><p>A filling costs 90 pounds.</p></main>')(
              request,
              response,
            )
          : serving('application/pdf', Buffer.from(pdfOf('Open from nine.')))(request, response),
      );
      onTestFinished(server.close);
      const tab = await signedIn(console, `/agents/${agent_id}?tab=documents`);
      const { page, faults } = tab;
      await page.getByRole('button', { name: 'Add files or an address' }).press('Enter');
      const address = page.getByLabel('From an address');
      await address.fill(server.url);
      await address.press('Enter');
      await page.getByText('1 ready to be added').waitFor();
      expect(await address.inputValue()).toBe('');
      await address.fill(`${new URL(server.url).origin}/hours.pdf`);
      await page.getByRole('button', { name: 'Fetch' }).press('Enter');
      await page.getByText('2 ready to be added').waitFor();
      // Fetched files stay when another address is refused.
      await address.fill('https://169.254.169.254/latest/meta-data/');
      await address.press('Enter');
      await page.getByText('The address is not one of the public internet').waitFor();
      expect(await address.getAttribute('aria-invalid')).toBe('true');
      expect(faults.splice(0).join()).toContain('400');
      await expectAccessible(tab);
      await page.getByRole('button', { name: 'Add 2 documents' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const { data } = await operator.documents.list({ params: { agent_id }, query: { order: 'asc' } });
      const texts = await Promise.all(
        data.map(async ({ id: document_id, name }) => {
          const { text } = await operator.documents.get({ params: { agent_id, document_id } });
          return [name, text];
        }),
      );
      expect(texts).toEqual([
        ['127.0.0.1/prices', 'A filling costs 90 pounds.'],
        ['127.0.0.1/hours', 'Open from nine.'],
      ]);
    },
  );

  withConsole('adds documents from files, and says which cannot be read', async (console, operator) => {
    const { id: client_id } = await operator.clients.create({ body: { name: 'Library', type: 'client' } });
    const { id: agent_id } = await operator.agents.create({ body: { name: 'Reader', client_id } });
    const tab = await signedIn(console, `/agents/${agent_id}?tab=documents`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Add files' }).click();
    const file = (name: string, buffer: Buffer | string) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(buffer),
    });
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles([
        file('Prices.pdf', pdfOf('A filling costs 90 pounds.')),
        file(
          'Parking.html',
          '<nav>Home</nav><main><h1>Parking</h1><p>Behind <b>the</b> house.<script>alert(1)</script>',
        ),
        file('Opening.txt', Buffer.from('Ge\xf6ffnet ab 8 Uhr', 'latin1')),
        file('Manual.md', `${'A line of the manual.\n'.repeat(6)}\n`.repeat(1700)),
        file('Scan.pdf', pdfOf('')),
        file('Broken.pdf', 'no PDF at all'),
        file('Table.xlsx', 'PK'),
      ]);
    await page.getByText('5 ready to be added').waitFor();
    await page.getByText('Scan.pdf: No text.').waitFor();
    await page.getByText('Broken.pdf: Damaged.').waitFor();
    await page.getByText('Table.xlsx: Not a kind of file that can be read.').waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Add 5 documents' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { data } = await operator.documents.list({ params: { agent_id }, query: { order: 'asc' } });
    const texts = await Promise.all(
      data.map(async ({ id: document_id, name }) => {
        const { text } = await operator.documents.get({ params: { agent_id, document_id } });
        return [name, text.length > 100 ? text.slice(0, 21) : text];
      }),
    );
    expect(texts).toEqual([
      ['Prices', 'A filling costs 90 pounds.'],
      ['Parking', 'Parking\nBehind the house.'],
      ['Opening', 'Geöffnet ab 8 Uhr'],
      ['Manual (1/2)', 'A line of the manual.'],
      ['Manual (2/2)', 'A line of the manual.'],
    ]);
  });

  withConsole(
    'sends the messages of a webhook, tests it and sends again what failed',
    async (console, operator) => {
      const receiver = await startReceiver(answering(500, {}, 'The database is down'));
      onTestFinished(() => receiver.close());
      const { id } = await operator.clients.create({ body: { name: 'Hooked', type: 'client' } });
      const tab = await signedIn(console, `/webhooks?org=${id}`);
      const { page } = tab;
      await page.getByRole('heading', { name: 'There are no webhooks' }).waitFor();
      await page.getByRole('button', { name: 'New webhook' }).click();
      await page.getByLabel('Address').fill(receiver.url);
      await page.getByLabel('What it is for').fill('Our CRM');
      await page.getByLabel('All events').uncheck();
      await page.getByLabel('conversation.ended').check();
      await expectAccessible(tab);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await expectAccessible(tab);
      await page.getByRole('link', { name: receiver.url }).click();

      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const messages = page.getByRole('region', { name: 'Messages' });
      await messages.getByRole('button', { name: 'ping' }).click();
      const message = page.getByRole('dialog', { name: 'ping' });
      await message.getByText('The database is down').first().waitFor();
      await expectAccessible(tab);
      receiver.answer = answering(204);
      await message.getByRole('button', { name: 'Send again' }).click();
      await message.getByText('Delivered').waitFor();
      await message.getByRole('button', { name: 'Close' }).click();
      await page.getByLabel('Status').selectOption('delivered');
      await messages.getByRole('cell', { name: 'Delivered' }).waitFor();
      await expectAccessible(tab);

      const choose = async (name: string) => {
        await page.getByRole('button', { name: 'Actions', exact: true }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      };
      await choose('Send failed ones again');
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await page.getByText('0 messages failed in that time.').waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      // The page reads the webhook again while somebody edits it.
      const [{ id: webhook_id } = { id: '' }] = (await operator.webhooks.list({ query: { client_id: id } }))
        .data;
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Messages in a second, at most').fill('5');
      const theirs = { description: 'Our new CRM', events: ['conversation.started'] } as const;
      await operator.webhooks.update({ params: { webhook_id }, body: theirs });
      await page.locator('h1', { hasText: 'Our new CRM' }).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Somebody else has changed this webhook.').waitFor();
      expect(tab.faults.splice(0).join()).toContain('412');
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(await operator.webhooks.get({ params: { webhook_id } })).toMatchObject({
        ...theirs,
        per_second: null,
      });
      await choose('Switch off');
      await page.getByRole('button', { name: 'Send a test', disabled: true }).waitFor();
      await choose('Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'There are no webhooks' }).waitFor();
      expect((await operator.webhooks.list({ query: { client_id: id } })).data).toEqual([]);
    },
  );

  withConsole(
    'adds a tool server by keyboard, accepts what it has changed, and lets an agent call it',
    async (console) => {
      const server = await startMcpServer([findOrder]);
      onTestFinished(() => server.close());
      const { api, key } = await usersOf(console.local.description).organization();
      const { id: agent_id } = await api.agents.create({ body: { name: 'Mia' } });
      const tab = await console.signIn(key, '/tool-servers');
      const { page, faults } = tab;
      const { keyboard } = page;
      const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
      await page.getByRole('heading', { name: 'There are no tool servers' }).waitFor();
      await expectAccessible(tab);
      await press('New tool server');
      await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
      await keyboard.type('Shop');
      await keyboard.press('Tab');
      await keyboard.type(server.url.replace('/mcp', '/other'));
      await keyboard.press('Tab');
      await keyboard.type('token-of-the-shop');
      server.instead = (_, response) => void response.writeHead(401).end();
      await keyboard.press('Enter');
      const alert = page.getByRole('alert');
      await alert.getByText('The server does not answer as a tool server').waitFor();
      await alert.getByText('401').waitFor();
      await expectAccessible(tab);
      expect(faults.splice(0).join()).toContain('409');
      server.instead = undefined;
      await page.getByLabel('Address').fill(server.url);
      await keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();
      const tool = page.getByRole('article', { name: 'find_order' });
      await tool.getByText('Agents can call it').waitFor();
      await page.getByText('token …shop').waitFor();
      expect(await page.content()).not.toContain('token-of-the-shop');
      const [{ id: tool_server_id } = { id: '' }] = (await api.toolServers.list()).data;
      const params = { tool_server_id };

      // Only the description that was read is accepted, and none that came later.
      const described = (description: string) => [{ ...findOrder, description }];
      server.tools = described('Finds an order by its number');
      await press('Check the tools');
      await tool.getByText('Finds an order by its number').waitFor();
      await tool.getByText('Finds an order', { exact: true }).waitFor();
      await expectAccessible(tab);
      server.tools = described('Finds any order');
      await press('Accept find_order');
      await page.getByText('The server has changed find_order again.').waitFor();
      await tool.getByText('Finds any order').waitFor();

      // The agent's page says that the tool is not called, and links to the page where that is mended.
      await page.goto(page.url().replace(/\/tool-servers.*/, `/agents/${agent_id}?tab=tools`));
      await press('Add a tool');
      await page.getByLabel('Name', { exact: true }).fill('find_order');
      await page.getByLabel('What runs').selectOption('mcp');
      const choose = async (label: string, name: RegExp) => {
        await page.getByRole('combobox', { name: label }).press('Enter');
        await page.getByRole('option', { name }).waitFor();
        await keyboard.press('ArrowDown');
        await keyboard.press('Enter');
      };
      await choose('Tool server', /Shop/);
      await page.getByRole('link', { name: 'Open Shop' }).waitFor();
      await page.getByRole('combobox', { name: 'Tool of the server' }).press('Enter');
      await page.getByText('Nothing was found.').waitFor();
      await api.toolServers.refresh({
        params,
        body: { accept: [(await api.toolServers.get({ params })).tools[0]?.found?.hash ?? ''] },
      });
      await page.reload();
      await press('Add a tool');
      await page.getByLabel('Name', { exact: true }).fill('find_order');
      await page.getByLabel('What runs').selectOption('mcp');
      await choose('Tool server', /Shop/);
      await choose('Tool of the server', /find_order/);
      await press('Save as version 2');
      await eventually(async () =>
        expect((await api.agents.get({ params: { agent_id } })).tools).toMatchObject([
          { name: 'find_order', action: { type: 'mcp', ...params, tool: 'find_order' } },
        ]),
      );
      server.tools = [];
      await api.toolServers.refresh({ params });
      await page.reload();
      await page.getByText('It is not called.').waitFor();
      await expectAccessible(tab);
      await page.getByRole('link', { name: 'Open Shop' }).press('Enter');
      await tool.getByText('Gone', { exact: true }).waitFor();

      await press('Edit');
      await page.getByLabel('Name').fill('Main shop');
      await page.getByLabel('Remove the token').press('Space');
      await expectAccessible(tab);
      await press('Save');
      await page.getByRole('heading', { name: 'Main shop', level: 1 }).waitFor();
      expect(await api.toolServers.get({ params })).toMatchObject({ name: 'Main shop', token_hint: null });

      await press('Actions');
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Delete Main shop?' });
      await dialog.getByText('1 agent calls its tools').waitFor();
      await dialog.getByRole('link', { name: 'Mia' }).waitFor();
      await expectAccessible(tab);
      await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
      await page.getByRole('heading', { name: 'There are no tool servers' }).waitFor();
      expect((await api.toolServers.list()).data).toEqual([]);
    },
  );

  withConsole('connects a provider in three steps, and deploys an agent to it', async (console, operator) => {
    const org = await usersOf(console.local.description).organization();
    const { id: agent_id } = await operator.agents.create({
      body: { name: 'Mia', client_id: org.client.id },
    });
    const account = await fillAccount('elevenlabs', `key-of-${org.client.id}`, 2);
    const tab = await console.signIn(org.key, '/integrations');
    const { page, faults } = tab;
    await page.getByRole('heading', { name: 'No provider is connected' }).waitFor();
    await page.getByRole('link', { name: 'Connect a provider' }).click();
    const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
    expect(await step.textContent()).toBe('1. The account');
    const key = page.getByLabel('API key of the provider');
    await key.fill('bad-key-of-nobody');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('alert').waitFor();
    expect(await key.getAttribute('aria-invalid')).toBe('true');
    expect(faults.splice(0).join()).toContain('400');
    await key.fill(account.apiKey);
    await page.getByRole('button', { name: 'Connect' }).click();
    await step.getByText('2. The webhook').waitFor();
    const webhook_url = (await page.locator('code').textContent()) ?? '';
    await page.getByLabel('Secret of the webhook').fill(webhookSecret);
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'The URL is set' }).click();
    await step.getByText('3. The agents').waitFor();
    await expectAccessible(tab);
    await page.getByLabel('Import the provider’s agents').uncheck();
    await page.getByRole('button', { name: 'Finish' }).click();

    // Its agent is not mapped yet, so that the call waits.
    await page.getByRole('heading', { name: 'ElevenLabs', level: 1 }).waitFor();
    const call = newCall('elevenlabs', account.agent_id);
    await deliver({ webhook_url, provider: 'elevenlabs' }, call.events[0]);
    await page.getByRole('link', { name: 'Events' }).click();
    const events = page.getByRole('region', { name: 'Events' });
    await events.getByRole('cell', { name: 'Waiting' }).waitFor();
    await events.getByRole('button').first().click();
    await page.getByRole('dialog').getByText(account.agent_id).first().waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'Account and agents' }).click();
    await page.getByRole('button', { name: 'Map an agent' }).click();
    await page.getByLabel('Agent’s id at the provider').fill(account.agent_id);
    await page.getByRole('combobox', { name: 'Agent here' }).click();
    await page.getByRole('option', { name: 'Mia' }).click();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Events' }).click();
    await events.getByRole('cell', { name: 'Processed' }).waitFor();

    await page.getByRole('link', { name: 'Imports' }).click();
    await page.getByRole('button', { name: 'Import' }).click();
    const imported = page.getByRole('article', { name: 'Import: Conversations' });
    await imported.getByText('Completed').waitFor();
    await imported.getByText(/^2 new/).waitFor();
    await expectAccessible(tab);

    await page.goto(`${console.local.description.base_url}/agents/${agent_id}?tab=deployments`);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const deployment = page.getByRole('article', { name: 'Deployment to ElevenLabs' });
    await deployment.getByText('Current').waitFor();
    await deployment.getByRole('button', { name: 'Compare with the provider' }).click();
    await deployment.getByText(/Version 1.*the provider answers/).waitFor();
    await page.getByLabel('Answers').selectOption({ label: 'By this platform, with the provider’s voice' });
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await deployment.getByText(/this platform answers/).waitFor();
    await expectAccessible(tab);
    await deployment.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'The agent is not deployed' }).waitFor();

    await page.goto(`${console.local.description.base_url}/integrations`);
    await page.getByRole('link', { name: 'ElevenLabs' }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('heading', { name: 'No provider is connected' }).waitFor();
  });

  withConsole('connects a number at Twilio with an agent, and disconnects it', async (console) => {
    const org = await usersOf(console.local.description).organization();
    await org.api.agents.create({ body: { name: 'Mia' } });
    const line = newLineAccount();
    const account = providerAccount(line.auth_token);
    const [own, trunk, elsewhere] = ['+441632960001', '+441632960002', '+441632960003'] as const;
    const stored = {
      PN1: { sid: 'PN1', phone_number: own, friendly_name: 'Reception' },
      PN2: { sid: 'PN2', phone_number: trunk, trunk_sid: `TK${'1'.repeat(32)}` },
      PN3: { sid: 'PN3', phone_number: elsewhere, voice_url: 'https://pbx.example/voice' },
    };
    const tab = await console.signIn(org.key, '/integrations/connect');
    const { page, faults } = tab;
    await page.getByLabel('Provider', { exact: true }).selectOption({ label: 'Twilio' });
    await page.getByText('2. The numbers').waitFor();
    await page.getByLabel('Account SID').fill(line.account_id);
    await page.getByLabel('Auth token of the account').fill(line.auth_token);
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'The account has no numbers' }).waitFor();
    await expectAccessible(tab);

    await account.plan({ collections: { numbers: stored } });
    await page.reload();
    const row = (number: string) => page.getByRole('listitem', { name: number });
    await row(trunk).getByText('Calls go to a SIP trunk').waitFor();
    expect(await row(trunk).getByRole('button').count()).toBe(0);
    await row(elsewhere).getByText('Calls go elsewhere').waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: `Connect ${elsewhere}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Disconnecting the number restores that').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: `Connect ${own}` }).click();
    await dialog.getByRole('combobox', { name: 'Agent here' }).click();
    await page.getByRole('option', { name: 'Mia' }).click();
    await expectAccessible(tab);
    // The number has gone to a trunk since the page was read.
    await account.plan({ collections: { numbers: { ...stored, PN1: { ...stored.PN1, trunk_sid: 'TK1' } } } });
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByRole('alert').getByText('It is on a SIP trunk').waitFor();
    expect(faults.splice(0).join()).toContain('409');
    await account.plan({ collections: { numbers: stored } });
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await row(own).getByText('Calls reach the agent').waitFor();
    await row(own).getByRole('link', { name: 'Mia' }).waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: `Disconnect ${own}` }).click();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await row(own).getByText('Calls reach nobody').waitFor();

    // The link to the steps of connecting leads to the numbers.
    const numbers = page.url();
    const [, id] = /integrations\/(\w+)/.exec(numbers) ?? [];
    await page.goto(`${console.local.description.base_url}/integrations/connect?integration=${id}`);
    await page.waitForURL(numbers);
    await row(own).waitFor();
  });

  withConsole(
    'offers each account of an agent’s organization, however many others there are',
    async (console) => {
      const users = usersOf(console.local.description);
      const org = await users.organization(undefined, 'client');
      const other = await users.organization(undefined, 'client');
      const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia' } });
      await org.api.integrations.create({ body: { provider: 'vapi', name: 'Front desk' } });
      await Promise.all(
        Array.from({ length: 101 }, (_, at) =>
          other.api.integrations.create({ body: { provider: 'vapi', name: `Other ${at}` } }),
        ),
      );
      const { page } = await console.signIn(
        console.local.description.api_key,
        `/agents/${agent_id}?tab=deployments`,
      );
      const offered = page.getByLabel('Integration', { exact: true }).getByRole('option');
      await offered.first().waitFor({ state: 'attached' });
      expect(await offered.allTextContents()).toEqual(['Front desk, Vapi']);
    },
  );

  withConsole(
    'keeps the verdicts and notes of a review, and its place in the queue',
    async (console, operator) => {
      const { id: client_id } = await operator.clients.create({
        body: { name: 'Reviewed', type: 'client', settings: { analysis: { enabled: true } } },
      });
      const { id: analyzer_id } = await operator.analyzers.create({
        body: {
          client_id,
          name: 'Manners',
          criteria: [
            { name: 'greeting', kind: 'contains', texts: ['hello'] },
            { name: 'farewell', kind: 'contains', texts: ['goodbye'] },
          ],
          review: { on: ['failed'] },
        },
      });
      const { id: agent_id } = await operator.agents.create({ body: { name: 'Curt', client_id } });
      const turns = [
        { role: 'agent' as const, text: 'Hello.' },
        { role: 'user' as const, text: 'Where is my order?' },
      ];
      for (const _ of [1, 2, 3, 4])
        await operator.conversations.create({
          body: { agent_id, status: 'completed', duration_ms: 20_000, turns },
        });
      const waiting = await eventually(async () => {
        const { data } = await operator.reviews.list({ query: { client_id, status: 'open' } });
        expect(data).toHaveLength(4);
        return data.map(({ conversation_id }) => conversation_id);
      });
      const [first = '', second = '', third = '', fourth = ''] = waiting;
      const paramsOf = (conversation_id: string) => ({ conversation_id, analyzer_id });
      const reviewed = async (id: string) =>
        (await operator.analyses.get({ params: paramsOf(id) })).review?.results;

      const tab = await signedIn(console, '/live');
      const { page } = tab;
      await page.clock.install();
      await page.goto(`${console.local.description.base_url}/reviews?org=${client_id}`);
      const at = (position: string) =>
        page.getByRole('status').getByText(position, { exact: true }).waitFor();
      const choice = (criterion: string, name: string) =>
        page.getByRole('group', { name: criterion }).getByRole('button', { name, pressed: true });
      const save = page.getByRole('button', { name: 'Save and go on' });
      const open = page.getByRole('link', { name: 'Open the call' });
      await at('1 of 4');
      await page.getByRole('group', { name: 'Greeting' }).waitFor();
      expect(await save.isDisabled()).toBe(true);
      await page.keyboard.press('2');
      await page.keyboard.press('1');
      await expectAccessible(tab);
      await page.keyboard.press('s');
      await at('2 of 4');
      const decided = [
        { name: 'greeting', verdict: 'failed', note: null },
        { name: 'farewell', verdict: 'passed', note: null },
      ];
      expect(await reviewed(first)).toEqual(decided);
      await page.keyboard.press('k');
      await choice('Greeting', 'Failed').waitFor();
      await choice('Farewell', 'Passed').waitFor();
      expect(await save.isDisabled()).toBe(true);

      // A colleague is faster, in a tab that still has what was there before.
      const note = 'Rude.';
      const results = [{ ...decided[0], name: 'greeting', verdict: 'failed' as const, note }];
      await operator.analyses.review({ params: paramsOf(first), body: { results, outcome: 'failed' } });
      await page.getByRole('group', { name: 'Farewell' }).getByRole('button', { name: 'Left open' }).click();
      await save.click();
      await page.getByRole('alert').getByText('A colleague has reviewed this call meanwhile.').waitFor();
      expect(tab.faults.splice(0).join()).toContain('412');
      await save.click();
      await at('2 of 4');
      expect((await operator.analyses.get({ params: paramsOf(first) })).review).toMatchObject({
        results: [...results, { name: 'farewell', verdict: 'unknown', note: null }],
        outcome: 'failed',
      });

      // The list is read again, and a call before the current one is no longer in it.
      await page.keyboard.press('j');
      await at('3 of 4');
      expect(await open.getAttribute('href')).toContain(third);
      await page.getByRole('group', { name: 'Greeting' }).getByRole('button', { name: 'Left open' }).click();
      await operator.analyses.review({ params: paramsOf(second), body: { results } });
      await page.clock.fastForward(31_000);
      await page.evaluate("for (const type of ['offline', 'online']) dispatchEvent(new Event(type))");
      await at('1 of 2');
      expect(await open.getAttribute('href')).toContain(third);
      await choice('Greeting', 'Left open').waitFor();
      await page.keyboard.press('j');
      await at('2 of 2');
      expect(await open.getAttribute('href')).toContain(fourth);
    },
  );

  withConsole(
    'plays the call that is reviewed, and its evidence from its second',
    async (console, operator) => {
      const { id: client_id } = await operator.clients.create({
        body: { name: 'Heard', type: 'client', settings: { analysis: { enabled: true } } },
      });
      const { id: agent_id } = await operator.agents.create({ body: { name: 'Ina', client_id } });
      const { id: conversationId } = await operator.conversations.create({
        body: {
          agent_id,
          status: 'completed',
          turns: [
            { role: 'agent', text: 'Good morning.', start_ms: 0, end_ms: 1000 },
            { role: 'user', text: 'I want my money back.', start_ms: 9000, end_ms: 10_000 },
          ],
        },
      });
      await uploadRecording(operator, {
        conversationId,
        recording: waveOf([tone(300)]),
        contentType: 'audio/wav',
      });
      const criteria = [
        { name: 'no_complaint', kind: 'contains', texts: ['money back'], absent: true },
      ] as const;
      const judge = async (review: object) => {
        const body = { client_id, name: 'Peace', criteria: [...criteria], review };
        const { id: analyzer_id } = await operator.analyzers.create({ body });
        const params = { conversation_id: conversationId };
        await operator.analyses.create({ params, body: { analyzer_id } });
      };
      await judge({ on: ['failed'] });
      const waiting = (count: number) =>
        eventually(async () => {
          const { data } = await operator.reviews.list({ query: { client_id, status: 'open' } });
          expect(data).toHaveLength(count);
          const { audio } = await operator.conversations.get({ params: { conversation_id: conversationId } });
          expect(audio.status).toBe('available');
        });
      await waiting(1);
      const tab = await signedIn(console, `/reviews?org=${client_id}`);
      const { page } = tab;
      const time = () => page.evaluate<number>("document.querySelector('audio').currentTime");
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Failed: No complaint, 0:09' }).waitFor();
      await page.getByRole('button', { name: /Play from 0:09/ }).click();
      await page.getByRole('button', { name: 'Pause' }).click();
      expect(await time()).toBeGreaterThan(8.9);
      await page.locator('button[aria-current=true]', { hasText: 'money back' }).waitFor();
      await expectAccessible(tab);

      // The numbers of the report lead to their calls.
      const { data: analyzers } = await operator.analyzers.list({ query: { client_id } });
      const { base_url } = console.local.description;
      await page.goto(`${base_url}/analyzers/${analyzers[0]?.id}?tab=report&org=${client_id}`);
      await page.getByRole('link', { name: '1 call, No complaint: Failed' }).click();
      await page.getByText('No complaint: Failed').waitFor();
      await page.getByRole('table', { name: 'Conversations' }).getByRole('rowheader').first().waitFor();
      await page.goto(`${base_url}/reviews?org=${client_id}`);

      // Nothing says what the analyzer has decided about a random sample before somebody has decided.
      await judge({ sample: 1 });
      await waiting(2);
      await page.reload();
      await page.getByText('Random sample').waitFor();
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      expect(await page.getByRole('toolbar', { name: 'Moments of the call' }).count()).toBe(0);
    },
  );

  withConsole(
    'makes an analyzer from a question, and tries it on the latest calls',
    async (console, operator) => {
      const { id: client_id } = await operator.clients.create({
        body: { name: 'Questions', type: 'client' },
      });
      const { id: agent_id } = await operator.agents.create({ body: { name: 'Quinn', client_id } });
      await operator.conversations.create({ body: { agent_id, status: 'completed' } });
      const tab = await signedIn(console, `/analyzers?org=${client_id}`);
      const { page } = tab;
      await page.getByRole('button', { name: 'New analyzer' }).click();
      await page.getByLabel('A question about each call').fill('Wurde der Ärger gelöst?');
      await page.getByLabel('Switch analysis on for Questions').waitFor();
      await expectAccessible(tab);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Wurde der Ärger gelöst?', level: 1 }).waitFor();
      expect(new URL(page.url()).searchParams.get('tab')).toBe('report');
      const { effective_settings } = await operator.clients.get({ params: { client_id } });
      expect(effective_settings.analysis?.enabled).toBe(true);
      const { data } = await operator.analyzers.list({ query: { client_id } });
      const { enabled, criteria } = await operator.analyzers.get({
        params: { analyzer_id: data[0]?.id ?? '' },
      });
      expect([enabled, criteria.map(({ name, kind }) => [name, kind])]).toEqual([
        true,
        [['wurde_der_arger_gelost', 'judge']],
      ]);
      const { data: runs } = await operator.analysisRuns.list({ query: { client_id } });
      expect(runs.map(({ max_conversations }) => max_conversations)).toEqual([10]);
    },
  );

  withConsole('limits an analyzer to agents and reasons of the end by their names', async (console) => {
    const { organization } = usersOf(console.local.description);
    const above = await organization(undefined, 'client');
    const { api, key } = await organization(above);
    const { id: agent_id } = await api.agents.create({ body: { name: 'Mia' } });
    await above.api.agents.create({ body: { name: 'Group agent' } });
    await api.conversations.create({
      body: { agent_id, status: 'completed', end_reason: 'caller_hung_up' },
    });
    const greets = { name: 'greets', kind: 'contains' as const, texts: ['hello'] };
    const { id } = await api.analyzers.create({ body: { name: 'Greeting', criteria: [greets] } });
    const tab = await console.signIn(key, `/analyzers/${id}`);
    const { page } = tab;
    const { keyboard } = page;
    const add = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label, exact: false }).press('Enter');
      await page.getByRole('option', { name: option }).waitFor();
      await keyboard.type(option.slice(0, 3));
      await page.getByRole('option', { name: option }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await page.getByRole('list', { name: label }).getByText(option, { exact: true }).waitFor();
      // The list that closes has a field of the same name.
      await page.getByRole('option', { name: option }).waitFor({ state: 'detached' });
    };
    await add('Agents', 'Mia');
    await add('Reasons of the end', 'Caller hung up');
    await page.getByRole('combobox', { name: 'Reasons of the end' }).press('Enter');
    await keyboard.type('voicemail');
    await page.getByRole('option', { name: 'Use “voicemail”' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Caller hung up' }).waitFor();
    await expectAccessible(tab);
    const save = page.getByRole('button', { name: /^Save as version/ });
    await save.press('Enter');
    await save.waitFor({ state: 'detached' });
    const params = { analyzer_id: id };
    expect((await api.analyzers.get({ params })).when).toMatchObject({
      agent_ids: [agent_id],
      end_reasons: ['caller_hung_up', 'voicemail'],
    });
    await page.reload();
    await page.getByRole('button', { name: 'Remove Mia' }).press('Enter');
    await save.press('Enter');
    await save.waitFor({ state: 'detached' });
    expect((await api.analyzers.get({ params })).when.agent_ids).toEqual([]);

    // An agent of an organization above may hold calls of this one.
    const wide = await console.signIn(above.key, `/analyzers/${id}`);
    await wide.page.getByRole('combobox', { name: 'Agents' }).press('Enter');
    await wide.page.getByRole('option', { name: 'Group agent' }).waitFor();
    await wide.page.getByRole('option', { name: 'Mia' }).waitFor();
  });

  withConsole('leads to a new analyzer even if it cannot be tried at once', async (console, operator) => {
    const { id: client_id } = await operator.clients.create({ body: { name: 'Once', type: 'client' } });
    const { id: agent_id } = await operator.agents.create({ body: { name: 'Quinn', client_id } });
    await operator.conversations.create({ body: { agent_id, status: 'completed' } });
    const { page, faults } = await signedIn(console, `/analyzers?org=${client_id}`);
    await page.route('**/v1/analysis-runs', (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: 'New analyzer' }).click();
    await page.getByLabel('A question about each call').fill('Was the problem solved?');
    await page.getByLabel('Switch analysis on for Once').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Was the problem solved?', level: 1 }).waitFor();
    const { data } = await operator.analyzers.list({ query: { client_id } });
    expect(data).toHaveLength(1);
    faults.splice(0);
  });

  withConsole('looks for the first results of an analyzer for two minutes', async (console, operator) => {
    const { id: client_id } = await operator.clients.create({ body: { name: 'Quiet', type: 'client' } });
    const { id } = await operator.analyzers.create({ body: { client_id, name: 'Nothing to judge' } });
    const { page } = await signedIn(console, '/');
    await page.clock.install();
    await page.goto(`${console.local.description.base_url}/analyzers/${id}?tab=report&org=${client_id}`);
    await page.getByText('Nothing was analyzed in this time').waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/report?')) asked += 1;
    });
    for (let times = 1; times < 40; times += 1) {
      await Promise.all([page.waitForResponse('**/report?*'), page.clock.runFor(3000)]);
    }
    await page.clock.runFor(30_000);
    expect(asked).toBe(39);
  });

  withConsole('shows of a carrier what it has: no events and no imports', async (console) => {
    const { api, client, key } = await usersOf(console.local.description).organization();
    const body = { provider: 'telnyx', name: 'Telnyx', api_key: `key-of-${client.id}` } as const;
    const { id } = await api.integrations.create({ body });
    const { page } = await console.signIn(key, '/');
    await page.clock.install();
    const { base_url } = console.local.description;
    await page.goto(`${base_url}/integrations/${id}?tab=events`);
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /^(Events|Imports)$/ }).count()).toBe(0);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/events')) asked += 1;
    });
    await page.clock.runFor(30_000);
    expect(asked).toBe(0);
  });

  withConsole('lets an agent be heard and call somebody, and exports what there is', async (console) => {
    const org = await usersOf(console.local.description).organization();
    const { id: agent_id } = await org.api.agents.create({
      body: { name: 'Mia', first_message: 'Good morning.' },
    });
    const account = providerAccount(`key-of-${org.client.id}`);
    const numbers = { phone_1: { id: 'phone_1', number: '+12025550100' } };
    await account.plan({ collections: { numbers } });
    await connect(org, 'vapi', { agent_there: agent_id }, { api_key: account.apiKey });

    const tab = await console.signIn(org.key, `/agents/${agent_id}?tab=voice`);
    const { page, faults } = tab;
    const hear = page.getByRole('form', { name: 'Hear the agent' });
    expect(await hear.getByLabel('What the agent says').inputValue()).toBe('Good morning.');
    await hear.getByRole('button', { name: 'Speak' }).click();
    await hear.getByText('A stand-in that only hums').waitFor();
    await eventually(async () => {
      const time = await page.locator('audio').evaluate((audio) => Number(Reflect.get(audio, 'currentTime')));
      expect(time).toBeGreaterThan(0);
    });
    const call = page.getByRole('form', { name: 'Start a call' });
    await call.getByLabel('Number to call', { exact: true }).fill('five');
    await call.getByRole('button', { name: 'Call' }).click();
    await call.getByRole('alert').waitFor();
    expect(faults.splice(0).join()).toContain('400');
    await expectAccessible(tab);
    await call.getByLabel('Number to call', { exact: true }).fill('+14155550123');
    await call.getByLabel('Variables').fill('practice=Harbor Dental');
    await call.getByRole('button', { name: 'Call' }).click();
    await call.getByRole('link', { name: 'Follow the conversation' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(async () => {
      const dialed = Object.values((await account.look()).collections.dialed ?? {});
      expect(dialed).toHaveLength(1);
      expect(JSON.stringify(dialed)).toContain('Harbor Dental');
    });

    await page.getByRole('link', { name: 'Exports' }).click();
    await page.getByRole('heading', { name: 'There are no exports' }).waitFor();
    await page.getByRole('button', { name: 'New export' }).click();
    for (const unwanted of ['Transcripts, turn by turn', 'Notes', 'Analyses', 'Documents of agents', 'Usage'])
      await page.getByLabel(unwanted, { exact: true }).uncheck();
    await page.getByLabel('Format').selectOption('csv');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const exported = page.getByRole('article', { name: 'Export of Conversations, Agents, Organizations' });
    await exported.getByText('Completed').waitFor();
    await exported.getByRole('button', { name: 'Show files' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      exported.getByRole('button', { name: 'agents-0001.csv' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Mia');
    await expectAccessible(tab);
    await exported.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'There are no exports' }).waitFor();
  });
});
