import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '#lib/build/bundles.ts';
import { freePort } from '#lib/local/free-port.ts';

const run = promisify(execFile);

/** Maven puts DynamoDB Local and what it needs there. */
const library = join(root, 'node_modules/.cache/dynamodb-local');

/** Whether a program is installed; both of these print their version. */
const isInstalled = (program: string): Promise<boolean> =>
  run(program, ['-version']).then(
    () => true,
    () => false,
  );

/** The programs that DynamoDB Local needs and this machine lacks. */
export const missingPrograms = async (): Promise<string[]> => {
  const programs = ['java', 'mvn'];
  const installed = await Promise.all(programs.map(isInstalled));
  return programs.filter((_, at) => !installed[at]);
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export interface Engine {
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

/** Starts DynamoDB Local with nothing in it. Its data is kept in memory. */
export const startEngine = async (): Promise<Engine> => {
  const pom = join(root, 'test/dynamodb-local/pom.xml');
  await run('mvn', ['-q', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${library}`]);
  const port = await freePort();
  const child = spawn(
    'java',
    [
      `-Dsqlite4java.library.path=${library}`,
      '-Daws.accessKeyId=local',
      '-Daws.secretKey=local',
      '-cp',
      join(library, '*'),
      'com.amazonaws.services.dynamodbv2.local.main.ServerRunner',
      '-inMemory',
      '-sharedDb',
      '-disableTelemetry',
      '-port',
      String(port),
    ],
    // It writes a file into its working directory.
    { cwd: library, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`DynamoDB Local ended with ${child.exitCode}`);
    await wait(100);
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
};
