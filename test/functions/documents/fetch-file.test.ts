import { afterAll, expect, test } from 'vitest';
import { maxFetchedBytes } from '#lib/contract/documents.ts';
import { newAgent, organization, problemOf, refusalOf, suspend, unknownId } from '../../fixtures.ts';
import type { FileServer } from '../../support/file-server.ts';
import { serving, startFileServer } from '../../support/file-server.ts';
import { refusedUrls } from '../../support/refused-urls.ts';

const servers: FileServer[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

const server = async (...answer: Parameters<typeof startFileServer>): Promise<string> => {
  const started = await startFileServer(...answer);
  servers.push(started);
  return started.url;
};

const agentIn = async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const fetchFile = (url: string) => org.api.documents.fetchFile({ params: { agent_id }, body: { url } });
  const refusedFor = async (url: string) => {
    const { status, errors } = await problemOf(fetchFile(url));
    return [status, ...errors.map(({ pointer, code, detail }) => `${pointer} ${code} ${detail}`)].join(' ');
  };
  return { org, agent_id, fetchFile, refusedFor };
};

test('a file is returned as it is, with its type, also after a redirect', async () => {
  const { fetchFile, org, agent_id } = await agentIn();
  const page = '<main>Öffnungszeiten: 9 bis 17 Uhr</main>';
  const url = await server(serving('Text/HTML; charset=utf-8', page));
  const elsewhere = await server((_, response) => response.writeHead(302, { location: url }).end());
  for (const from of [url, elsewhere]) {
    const { data, ...file } = await fetchFile(from);
    expect(file).toEqual({ url: from, content_type: 'text/html', bytes: Buffer.byteLength(page) });
    expect(Buffer.from(data, 'base64').toString()).toBe(page);
  }
  const types = {
    'application/xhtml+xml': 'text/html',
    'text/x-markdown': 'text/markdown',
    'text/csv': 'text/csv',
  };
  for (const [sent, content_type] of Object.entries(types)) {
    expect(await fetchFile(await server(serving(sent, 'x')))).toMatchObject({ content_type });
  }
  // Nothing was stored.
  expect((await org.api.documents.list({ params: { agent_id } })).data).toEqual([]);
});

test('the largest file is returned, and no larger one', async () => {
  const { fetchFile, refusedFor } = await agentIn();
  const largest = Buffer.alloc(maxFetchedBytes, 'a');
  const { bytes, data } = await fetchFile(await server(serving('application/pdf', largest)));
  expect([bytes, Buffer.from(data, 'base64').equals(largest)]).toEqual([maxFetchedBytes, true]);
  const tooLarge = '400 /url refused The answer is larger than 4000000 bytes';
  const more = Buffer.alloc(maxFetchedBytes + 1, 'a');
  expect(await refusedFor(await server(serving('text/plain', more)))).toBe(tooLarge);
  // Of a length that is not said before.
  const inPieces = await server((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write(more.subarray(1));
    response.end('aa');
  });
  expect(await refusedFor(inPieces)).toBe(tooLarge);
});

test('what is no file for a document is refused', async () => {
  const { refusedFor } = await agentIn();
  const noType = '400 /url refused The file is neither HTML, text, Markdown, CSV nor PDF';
  expect(await refusedFor(await server(serving('image/png', 'x')))).toBe(noType);
  expect(await refusedFor(await server(serving(undefined, 'x')))).toBe(noType);
  expect(await refusedFor(await server(serving('constructor', 'x')))).toBe(noType);
  expect(await refusedFor(await server(serving('text/plain', '')))).toBe(
    '400 /url refused The file is empty',
  );
  expect(await refusedFor(await server(serving('text/plain', 'x', 404)))).toBe(
    '400 /url refused The server answered 404',
  );
  const gone = await server((_, response) => response.destroy());
  expect(await refusedFor(gone)).toBe('400 /url refused The server closed the connection early');
});

test('an address that is not public is refused, also as the end of a redirect', async () => {
  const { refusedFor } = await agentIn();
  for (const url of refusedUrls.slice(0, 6)) expect(await refusedFor(url)).toMatch(/^400 \/url refused The /);
  expect(await refusedFor('http://example.com/')).toBe('400 /url refused The URL must begin with https:');
  for (const location of [
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'http://a.example/',
  ]) {
    const url = await server((_, response) => response.writeHead(302, { location }).end());
    expect(await refusedFor(url)).toMatch(/^400 \/url refused The (address is not|URL must begin)/);
  }
  const round = await server((_, response) => response.writeHead(302, { location: '/prices' }).end());
  expect(await refusedFor(round)).toBe('400 /url refused The server redirects too many times');
});

test('only for an agent within reach, of an organization that goes on', async () => {
  const { org, fetchFile, agent_id } = await agentIn();
  const other = await organization();
  const url = await server(serving('text/plain', 'x'));
  const asked = (id: string) => other.api.documents.fetchFile({ params: { agent_id: id }, body: { url } });
  expect(await refusalOf(asked(agent_id))).toBe('404 agent_not_found');
  expect(await refusalOf(asked(unknownId('agent')))).toBe('404 agent_not_found');
  await suspend(org);
  expect(await refusalOf(fetchFile(url))).toBe('409 client_suspended');
});
