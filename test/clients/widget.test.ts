import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWidget } from '#lib/console/widget.ts';
import { platform } from '../fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { overtaken } from '../support/fault-proxy.ts';
import { message, openShop, startHost, startVisitors, violationsIn, write } from '../support/shop-page.ts';

let browser: Browser | undefined;
let script = '';

beforeAll(async () => {
  script = await bundleWidget();
  browser = await startVisitors();
});
afterAll(() => browser?.close());

/** Does something while the agent’s answer in a chat is made, which is stored afterwards. */
const whileAnswering = (
  { conversation_id }: { readonly conversation_id: string },
  ask: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
) => {
  const stored = { contains: conversation_id, operation: 'TransactWriteItems' };
  return overtaken(platform.dynamodb_endpoint, stored, ask, meanwhile);
};

test('the widget is one file of at most 25 KB, compressed', () => {
  expect(script.length).toBeGreaterThan(1000);
  expect(gzipSync(script).length).toBeLessThan(25 * 1024);
});

test('a visitor chats with the keyboard alone under a strict policy, and a reload continues the chat', async ({
  skip,
}) => {
  if (!browser) return skip();
  const answers = [{ text: 'We open at nine. See https://shop.example/hours.' }, { text: 'On Sunday too.' }];
  const { page, problems, turns, close } = await openShop(browser, { answers });
  const launcher = page.getByRole('button', { name: 'Chat with us' });
  await launcher.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await message(page, 'You are chatting with an AI').waitFor();
  await message(page, 'Hello, this is Pia.').waitFor();
  await page.keyboard.type('When do you open?');
  await page.keyboard.press('Enter');
  await message(page, 'We open at nine.').waitFor();
  const link = page.getByRole('link', { name: 'https://shop.example/hours' });
  expect(await link.getAttribute('rel')).toContain('noopener');
  await page.keyboard.press('Escape');
  expect(await page.evaluate('document.activeElement?.localName')).toBe('voice-agent');

  await page.reload();
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await message(page, 'We open at nine.').waitFor();
  await write(page, 'On Sunday?');
  await message(page, 'On Sunday too.').waitFor();
  expect((await turns()).map(({ role }) => role)).toEqual(['agent', 'user', 'agent', 'user', 'agent']);
  expect(problems).toEqual([]);
  await close();
});

test('a screen reader hears whole sentences, and what comes from the model is text', async ({ skip }) => {
  if (!browser) return skip();
  const hostile =
    '<img src=x onerror="document.title=1"> **Hello.** [a](javascript:alert(1)) ![b](https://evil.example/x.png) Bye.';
  const { page, problems, close } = await openShop(browser, { answers: [{ text: hostile }] });
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await message(page, 'Hello, this is Pia.').waitFor();
  await page.evaluate(`(() => {
    const log = document.querySelector('voice-agent').shadowRoot.querySelector('[role=log]');
    globalThis.heard = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) {
        if (node.parentElement?.closest('[aria-hidden]')) continue;
        if (node.localName === 'span' && node.className === '') heard.push(node.textContent);
      }
    }).observe(log, { childList: true, subtree: true });
  })()`);
  await write(page, '<b>Hi</b>');
  await message(page, 'Bye.').waitFor();
  // The last sentence is whole once the answer is.
  await page.locator('.log a').waitFor();
  await message(page, '<b>Hi</b>').waitFor();
  expect(await page.locator('.log img').count()).toBe(0);
  const links = await page
    .locator('.log a')
    .evaluateAll((found) => found.map((one) => one.getAttribute('href')));
  expect(links).toEqual(['https://evil.example/x.png']);
  const heard = (await page.evaluate('heard')) as string[];
  expect(heard.filter((words) => words.includes('Hello.') || words.includes('Bye.')).length).toBeGreaterThan(
    0,
  );
  expect(heard.every((words) => words.length > 1)).toBe(true);
  expect(await page.title()).toBe('Shop');
  expect(problems).toEqual([]);
  await close();
});

test('a person takes over, and the visitor reads their messages, whoever is first', async ({ skip }) => {
  if (!browser) return skip();
  const handover = { answer_within_minutes: 10, unanswered_message: 'Nobody is there.' };
  const { org, page, conversationId, close } = await openShop(browser, { agent: { handover } });
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await message(page, 'Hello, this is Pia.').waitFor();
  await page.getByRole('button', { name: 'Talk to a person' }).click();
  await page.getByRole('status').filter({ hasText: 'A person will answer here.' }).waitFor();
  const params = { conversation_id: await conversationId() };
  // The person writes while the visitor's message is on its way, and is in the chat before it.
  const replied = Promise.withResolvers<void>();
  await page.route('**/messages', async (route) => {
    if (route.request().method() === 'POST') await replied.promise;
    await route.continue();
  });
  await write(page, 'My order is late.');
  await message(page, 'My order is late.').waitFor();
  await org.api.handovers.reply({ params, body: { text: 'I look into it.', author: 'Kim' } });
  replied.resolve();
  await message(page, 'I look into it.').waitFor();
  await message(page, 'Kim').waitFor();
  await page.getByRole('status').filter({ hasText: 'A person answers.' }).waitFor();
  expect(await page.locator('.message.user').count()).toBe(1);

  // Messages that arrive while the chat is closed are there when it is opened again, and later ones follow.
  await page.keyboard.press('Escape');
  await org.api.handovers.reply({ params, body: { text: 'It is on its way.', author: 'Kim' } });
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await message(page, 'It is on its way.').waitFor();
  await org.api.handovers.reply({ params, body: { text: 'It comes at nine.', author: 'Kim' } });
  await message(page, 'It comes at nine.').waitFor();
  await close();
});

test.for(['their own message', 'one from elsewhere'] as const)(
  'a visitor asks for a person while the agent answers %s, and gets one after the answer',
  async (which, { skip }) => {
    if (!browser) return skip();
    const handover = { answer_within_minutes: 10, unanswered_message: 'Nobody is there.' };
    const answers = [{ text: 'At nine.' }];
    const { org, page, turns, conversationId, close } = await openShop(browser, {
      agent: { handover },
      answers,
    });
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await message(page, 'Hello, this is Pia.').waitFor();
    const params = { conversation_id: await conversationId() };
    const isOwn = which === 'their own message';
    const person = page.getByRole('button', { name: 'Talk to a person' });
    let requests = 0;
    const asked: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/handover')) requests += 1;
    });
    page.on('response', (answer) => {
      if (answer.url().endsWith('/handover')) asked.push(answer.status());
    });
    const status = page.getByRole('status');
    await whileAnswering(
      params,
      async () => {
        if (!isOwn) await org.api.chats.send({ params, body: { text: 'When do you open?' } });
        else await write(page, 'When do you open?');
        // The words arrive before the answer is stored.
        await message(page, 'At nine.').waitFor();
        await page.locator('.send:enabled').waitFor();
      },
      async () => {
        await person.click();
        if (!isOwn) await eventually(async () => expect(asked).toEqual([409]));
        expect(await person.isDisabled()).toBe(true);
        // The page knows of its own message, and asks for nobody yet.
        if (isOwn) expect(requests).toBe(0);
      },
    );
    await status.filter({ hasText: 'A person will answer here.' }).waitFor();
    expect(await person.isVisible()).toBe(false);
    expect((await turns()).map(({ text }) => text)).toEqual([
      'Hello, this is Pia.',
      'When do you open?',
      'At nine.',
    ]);
    await close();
  },
);

test.for(['writes', 'comes back'] as const)(
  'a visitor who %s after the chat was erased begins a new one',
  async (how, { skip }) => {
    if (!browser) return skip();
    const { org, page, conversationId, close } = await openShop(browser, { answers: [{ text: 'At nine.' }] });
    const launcher = page.getByRole('button', { name: 'Chat with us' });
    await launcher.click();
    await message(page, 'Hello, this is Pia.').waitFor();
    await org.api.conversations.erase({ params: { conversation_id: await conversationId() } });
    if (how === 'writes') await write(page, 'When do you open?');
    else {
      await page.keyboard.press('Escape');
      await launcher.click();
    }
    await page.getByRole('status').filter({ hasText: 'The chat is over.' }).waitFor();
    await page.getByRole('button', { name: 'Start a new chat' }).click();
    await message(page, 'Hello, this is Pia.').waitFor();
    expect(await page.locator('.message.agent').count()).toBe(1);
    await write(page, 'Are you open?');
    await message(page, 'At nine.').waitFor();
    await close();
  },
);

test('a reload while the agent writes leads to the answer, and everything is in the order of the transcript', async ({
  skip,
}) => {
  if (!browser) return skip();
  const answers = [{ text: 'At nine.' }, { text: 'For adults.' }, { text: 'On Sunday too.' }];
  const { org, page, turns, conversationId, close } = await openShop(browser, { answers });
  const launcher = page.getByRole('button', { name: 'Chat with us' });
  await launcher.click();
  await message(page, 'Hello, this is Pia.').waitFor();
  const params = { conversation_id: await conversationId() };
  await whileAnswering(
    params,
    async () => {
      await write(page, 'When do you open?');
      await eventually(async () => expect(await turns()).toHaveLength(3));
    },
    async () => {
      const refused = page.waitForResponse((answer) => answer.status() === 409);
      await page.reload();
      await launcher.click();
      await message(page, 'When do you open?').waitFor();
      await refused;
    },
  );
  await message(page, 'At nine.').waitFor();
  await page.locator('.send:enabled').waitFor();
  // The same chat on another page of the visitor.
  await org.api.chats.send({ params, body: { text: 'For whom?' } });
  await write(page, 'On Sunday?');
  await message(page, 'On Sunday too.').waitFor();
  await message(page, 'For adults.').waitFor();
  const stored = (await turns()).map(({ text }) => text);
  expect(stored).toHaveLength(7);
  await eventually(async () => {
    const shown = await page.locator('.message:not(.note) .text').allTextContents();
    expect(shown).toEqual(stored);
  });
  await close();
});

test('a connection that is lost during an answer leaves the message as one that was sent', async ({
  skip,
}) => {
  if (!browser) return skip();
  const host = await startHost();
  const { page, conversationId, turns, close } = await openShop(browser, {
    host: host.origin,
    answers: [{ text: 'At nine.' }],
  });
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await message(page, 'Hello, this is Pia.').waitFor();
  await whileAnswering(
    { conversation_id: await conversationId() },
    async () => {
      await write(page, 'When do you open?');
      await eventually(async () => expect(await turns()).toHaveLength(3));
    },
    async () => {
      await message(page, 'At nine.').waitFor();
      host.close();
    },
  );
  await page.getByRole('status').filter({ hasText: 'There is no connection.' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.locator('.message.user').allTextContents()).toEqual(['You: When do you open?']);
  await write(page, 'Hello?');
  await message(page, 'Perhaps not sent').waitFor();
  await close();
});

test('a page that learns of its customer later shows the chat that its server has begun for them', async ({
  skip,
}) => {
  if (!browser) return skip();
  const { org, id, page, turns, close } = await openShop(browser, { answers: [{ text: 'Hello, Ada.' }] });
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await message(page, 'Hello, this is Pia.').waitFor();
  await write(page, 'Who am I?');
  await message(page, 'Hello, Ada.').waitFor();
  const { agent_id } = await org.api.widgets.get({ params: { widget_id: id } });
  await org.api.agents.update({ params: { agent_id }, body: { first_message: 'Welcome back.' } });
  const begun = await org.api.chats.create({ params: { agent_id }, body: { widget_id: id } });
  await page.locator('voice-agent').evaluate((element, { id: conversation, session_token }) => {
    element.setAttribute('conversation', conversation);
    element.setAttribute('token', session_token ?? '');
  }, begun);
  await message(page, 'Welcome back.').waitFor();
  await message(page, 'You are chatting with an AI').waitFor();
  expect(await page.locator('.message').count()).toBe(2);
  await write(page, 'Thanks.');
  await eventually(async () => expect((await turns()).map(({ text }) => text)).toContain('Thanks.'));
  await close();
});

test('a message that was not taken says so, and its words are not lost with the chat', async ({ skip }) => {
  if (!browser) return skip();
  const limits = { messages_per_visitor_hour: 0 };
  const answers = [{ text: 'At nine.' }];
  const { org, id, page, turns, conversationId, close } = await openShop(browser, {
    answers,
    widget: { limits },
  });
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await message(page, 'Hello, this is Pia.').waitFor();
  await write(page, 'When do you open?');
  await page.getByRole('status').filter({ hasText: 'Too many messages.' }).waitFor();
  const lost = page.locator('.message.user', { hasText: 'When do you open?' });
  const notSent = lost.filter({ hasText: 'Not sent' });
  await notSent.waitFor();
  expect(await violationsIn(page)).toEqual([]);
  const body = { limits: { messages_per_visitor_hour: 10 } };
  await org.api.widgets.update({ params: { widget_id: id }, body });
  // Another message leaves it as it is.
  await write(page, 'Hello?');
  await message(page, 'At nine.').waitFor();
  await notSent.waitFor();
  expect((await turns()).map(({ text }) => text).slice(1)).toEqual(['Hello?', 'At nine.']);

  await org.api.chats.end({ params: { conversation_id: await conversationId() } });
  await write(page, 'And on Sunday?');
  await page.getByRole('button', { name: 'Start a new chat' }).click();
  await message(page, 'Hello, this is Pia.').waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe('When do you open?\nAnd on Sunday?');
  expect(await page.locator('.message.user').count()).toBe(0);
  await close();
});

test('a visitor whom a limit keeps from a chat tries again', async ({ skip }) => {
  if (!browser) return skip();
  const limits = { chats_per_visitor_hour: 0 };
  const { org, id, page, close } = await openShop(browser, { widget: { limits } });
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await page.getByRole('status').filter({ hasText: 'Too many messages.' }).waitFor();
  const body = { limits: { chats_per_visitor_hour: 10 } };
  await org.api.widgets.update({ params: { widget_id: id }, body });
  await page.getByRole('button', { name: 'Try again' }).click();
  await message(page, 'Hello, this is Pia.').waitFor();
  await close();
});

test('a page of anybody frames a widget that allows it, and no other', async ({ skip }) => {
  if (!browser) return skip();
  const { org, id, page, close } = await openShop(browser);
  const host = platform.base_url;
  const html = { contentType: 'text/html; charset=utf-8' };
  const frame = readFileSync(new URL('../../clients/widget/frame.html', import.meta.url), 'utf8');
  await page.route(`${host}/widget/1/frame.html?*`, (route) => route.fulfill({ ...html, body: frame }));
  const body = `<iframe src="${host}/widget/1/frame.html?widget=${id}&lang=de" width="380" height="600"></iframe>`;
  await page.route('https://other.example/', (route) => route.fulfill({ ...html, body }));
  const refused = page.waitForEvent('console', (message) => message.text().includes('may not be shown'));
  await page.goto('https://other.example/');
  await refused;
  const inFrame = page.frameLocator('iframe');
  expect(await inFrame.locator('.panel').isVisible()).toBe(false);
  await org.api.widgets.update({ params: { widget_id: id }, body: { frame: true } });
  await page.reload();
  await inFrame.locator('.message', { hasText: 'Hello, this is Pia.' }).waitFor();
  await inFrame.getByRole('button', { name: 'Senden' }).waitFor();
  await close();
});

test.for([
  ['a phone', { viewport: { width: 390, height: 844 } }],
  ['a window at 400 %', { viewport: { width: 320, height: 256 } }],
  [
    'a page from right to left',
    { body: (id: string) => `<div dir="rtl" lang="de"><voice-agent widget="${id}"></voice-agent></div>` },
  ],
  [
    'a page that covers everything',
    {
      body: (id: string) =>
        `<voice-agent widget="${id}" theme="dark"></voice-agent><div id="wall" popover="manual"></div>`,
      init: `addEventListener('DOMContentLoaded', () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('* { transition: none; letter-spacing: 3px } main { position: fixed; inset: 0; z-index: 2147483647; background: #fff } body { transform: translateZ(0); overflow: hidden }');
        document.adoptedStyleSheets = [sheet];
      })`,
      reducedMotion: 'reduce' as const,
    },
  ],
] as const)('axe-core finds nothing on %s, and the chat is in sight', async ([, embedding], { skip }) => {
  if (!browser) return skip();
  const { page, problems, close } = await openShop(browser, {
    ...embedding,
    answers: [{ text: 'Of course.' }],
  });
  const launcher = page.locator('.launcher');
  await launcher.waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await launcher.click();
  await message(page, 'Hello, this is Pia.').waitFor();
  await write(page, 'Can you help?');
  await message(page, 'Of course.').waitFor();
  expect(await violationsIn(page)).toEqual([]);
  // Words of a visitor who speaks for long leave the buttons in sight.
  await page.locator('.voice').evaluate((bar) => {
    const caption = bar.querySelector('.caption');
    if (caption) caption.textContent = 'I would like to know when you open. '.repeat(40);
    bar.removeAttribute('hidden');
  });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const part of ['.panel', 'textarea', '.send', '.icon']) {
    const box = await page.locator(part).first().boundingBox();
    expect(box, part).not.toBeNull();
    const { x, y, width: w, height: h } = box ?? { x: -1, y: -1, width: 0, height: 0 };
    expect([x >= 0, x + w <= width + 1, y + h <= height + 1, w >= 24 && h >= 24], part).toEqual([
      true,
      true,
      true,
      true,
    ]);
  }
  expect(problems).toEqual([]);
  await close();
});
