import { randomUUID } from 'node:crypto';
import { callSocketFunction } from '#lib/build/function-settings.ts';
import { toContext } from '#lib/local/event.ts';
import { startGateway } from '#lib/local/gateway.ts';
import { callNumber, newLineAccount } from '#lib/local/phone-line.ts';
import { socketPath, startSockets } from '#lib/local/sockets.ts';
import type { MeasuredGroup } from './figure.ts';
import { figure, rounded } from './figure.ts';
import { costIn, createLocation, startMeasured } from './platform.ts';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** A call of five minutes. */
const exchanges = 12;

const numbers = { from: '+441632960123', to: '+441632960999' } as const;

/** Serves the functions of calls from their sources, so that their units are counted in this process. */
const startCalls = async () => {
  const [answer, end, calls] = await Promise.all([
    import('#functions/phone-calls/answer.ts'),
    import('#functions/phone-calls/end.ts'),
    import('#functions/sockets/calls.ts'),
  ]);
  const handlers: Readonly<Record<string, Handler>> = {
    'phoneCalls.answer': answer.handler as Handler,
    'phoneCalls.end': end.handler as Handler,
    [callSocketFunction]: calls.handler as Handler,
  };
  const handlerOf = (id: string): Handler => handlers[id] as Handler;
  const sockets = await startSockets({
    invoke: (event) => handlerOf(callSocketFunction)(event, toContext(callSocketFunction, 29_000)),
    host: () => 'localhost',
  });
  const gateway = await startGateway({ invoke: handlerOf, upgrade: sockets.upgrade, port: 0 });
  process.env.SOCKET_URL = `${gateway.baseUrl.replace('http', 'ws')}${socketPath}`;
  process.env.SOCKET_CONNECTIONS_URL = sockets.connectionsUrl;
  return gateway;
};

/** Measures a call at a carrier, whose agent answers without a model, at a location at the fifth level. */
export const measure = async (): Promise<MeasuredGroup> => {
  const platform = await startMeasured();
  const { costOf, providersOrigin } = platform;
  process.env.PROVIDER_URLS = JSON.stringify({ twilio: `${providersOrigin}/twilio` });
  const { api } = (await createLocation(platform)).location;
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', first_message: 'Hello.' } });
  const account = newLineAccount();
  const { account_id, auth_token: api_key } = account;
  const agents = [{ provider_agent_id: numbers.to, agent_id }];
  const { webhook_url } = await api.integrations.create({
    body: { provider: 'twilio', name: 'Phone', account_id, api_key, agents },
  });
  const { baseUrl } = await startCalls();
  const voice_url = `${baseUrl}${new URL(webhook_url).pathname}`;
  const call = async (count: number): Promise<void> => {
    const line = await callNumber({ voice_url, ...account, ...numbers });
    await line.hear();
    for (let at = 0; at < count; at += 1) {
      line.say(`Where is my parcel? I ordered it ${at + 1} weeks ago.`);
      await line.hear();
    }
    await line.hangUp();
  };
  // The first one makes the functions learn of the account.
  await call(1);
  const used = await costOf(() => call(exchanges));
  const turns = Array.from({ length: 2 * exchanges + 1 }, (_, at) => ({
    role: at % 2 === 0 ? ('agent' as const) : ('user' as const),
    text: 'Where is my parcel? I ordered it two weeks ago.',
  }));
  const body = { agent_id, status: 'completed' as const, duration_ms: 300_000, turns };
  const reported = costIn(
    (await api.conversations.create.withResponse({ idempotencyKey: randomUUID(), body })).response,
  );
  return {
    figures: [
      figure(
        `Write units of a call of ${exchanges} exchanges at five levels; a recorded one takes ${reported.writeUnits}`,
        rounded(used.writeUnits),
      ),
      figure('Read units of that call, an exchange', rounded(used.readUnits / exchanges)),
    ],
  };
};
