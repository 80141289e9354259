import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { createTableInput } from '#lib/local/create-table.ts';
import type { RecordedAnswer } from '../../last-release/recorded.ts';
import { recordedAnswers, recordedStacks, recordedTable } from '../../last-release/recorded.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';

const runProgram = promisify(execFile);

type Body = RecordedAnswer['body'];

const idOf = (item: unknown): unknown => (item as { readonly id?: unknown } | null)?.id;

/** Whether a statement still changes with the day on which it is read. */
const isDraft = (item: unknown): boolean =>
  (item as { readonly status?: unknown } | null)?.status === 'draft';

/** The part of an answer that must stay: of a list, the items that no day changes. */
const lastingIn = ({ next_cursor: _cursor, data, ...body }: Body): Body =>
  Array.isArray(data) ? { ...body, data: data.filter((item) => !isDraft(item)) } : body;

/** The same part of a later answer. */
const sameOf = (recorded: Body, { data, ...body }: Body): Body => {
  const ids = new Set(Array.isArray(recorded.data) ? recorded.data.map(idOf) : []);
  return Array.isArray(data) ? { ...body, data: data.filter((item) => ids.has(idOf(item))) } : body;
};

/** A recorded request for usage by its names of today: what was `from`, `to` and a `group` of null. */
const renamed = ({ path, body }: RecordedAnswer): RecordedAnswer => {
  if (!path.includes('/usage?')) return { path, body };
  const rows = (body.rows as readonly object[]).map((row) => ({ ...row, group: {} }));
  return {
    path: path.replace('from=', 'start_after=').replace('to=', 'start_before='),
    body: { ...body, rows },
  };
};

test('the platform starts on the table of the last release, with all its data and the new indexes', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'last-release-'));
  await writeFile(join(directory, 'dynamodb.sqlite'), recordedTable());
  const { description, close } = await startOwnPlatform({ directory });
  const { base_url, api_key } = description;
  const get = async (path: string) => {
    const response = await fetch(`${base_url}${path}`, { headers: { authorization: `Bearer ${api_key}` } });
    return { path, status: response.status, body: (await response.json()) as Body };
  };
  const program = (name: string) =>
    runProgram(process.execPath, [join(root, `bin/${name}.ts`), '--local', '--directory', directory]).catch(
      (error: { readonly stdout: string; readonly stderr: string }) => ({
        stdout: error.stdout + error.stderr,
      }),
    );
  const answers = recordedAnswers().map(renamed);
  const expectAll = async (): Promise<void> => {
    for (const { path, body: recorded } of answers) {
      const lasting = lastingIn(recorded);
      const { status, body } = await get(path);
      expect({ path, status, body: sameOf(lasting, body) }).toMatchObject({
        path,
        status: 200,
        body: lasting,
      });
    }
  };
  const indexesOf = ({ GlobalSecondaryIndexes: indexes = [] }: { GlobalSecondaryIndexes?: unknown }) =>
    (indexes as { IndexName: string }[]).map(({ IndexName }) => IndexName);
  try {
    const before = indexesOf(recordedStacks().data.table);
    const added = indexesOf(createTableInput('any')).filter((name) => !before.includes(name));
    // Otherwise the recorded table would show nothing.
    expect(added).not.toEqual([]);

    expect(answers.length).toBeGreaterThan(50);
    await expectAll();
    // The filters of the new indexes are answered.
    for (const filter of ['tag=any', 'external_id=any', 'end_reason=hung_up']) {
      expect(await get(`/v1/conversations?${filter}`)).toMatchObject({ status: 200 });
    }
    await program('upgrade-table');
    await program('recount');
    const { stdout } = await program('verify-table');
    expect(stdout).toContain('Everything agrees.');
    await expectAll();
  } finally {
    await close();
    await rm(directory, { recursive: true });
  }
});
