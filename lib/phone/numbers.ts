import { isDeepStrictEqual } from 'node:util';
import { isPhoneNumber } from '#lib/contract/conversations.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import type { AccountNumber } from '#lib/contract/numbers.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type {
  CarrierNumber,
  NumberAccount,
  NumberRouting,
} from '#lib/domain/integrations/account-numbers.ts';
import { integrationOf, noRouting } from '#lib/domain/integrations/account-numbers.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import { checkMappings } from '#lib/integrations/checks.ts';
import { notingHealth } from '#lib/integrations/health.ts';
import type { IntegrationRecord, WholeIntegration } from '#lib/integrations/integration-record.ts';
import { requireUsable } from '#lib/integrations/integration-record.ts';
import {
  findWholeIntegration,
  integrations,
  keepRouting,
  mapDeployed,
  unmapDeployed,
} from '#lib/integrations/integrations.ts';
import { secretContext } from '#lib/integrations/secrets.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { credentialOf } from '#lib/providers/credential.ts';
import { keyRefusalOf } from '#lib/providers/errors.ts';
import { numberAccounts } from '#lib/providers/index.ts';
import type { EarlyCommit, Write } from '#lib/store/operations/operation.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';

/** An account at a carrier, with its numbers. */
interface Account {
  readonly whole: WholeIntegration;
  /** The addresses of its calls. */
  readonly urls: ReturnType<typeof callUrls>;
  /** Asks the carrier for something on behalf of the caller. */
  readonly ask: <T>(wanted: (numbers: NumberAccount) => Promise<T>) => Promise<T>;
}

const accountOf = async (caller: Caller, integrationId: string, origin: string): Promise<Account> => {
  const whole = await findWholeIntegration(caller, integrationId);
  if (!whole) throw new ApiError('integration_not_found');
  const { id, provider, account_id } = whole.integration;
  if (!isCarrier(provider)) {
    throw new ApiError('provider_not_supported', { detail: 'The account has no telephone numbers' });
  }
  const api_key = requireUsable(whole.integration);
  const numbersOf = numberAccounts[provider];
  if (!numbersOf) {
    throw new ApiError('provider_not_supported', {
      detail: 'The numbers of the account are connected at the telephone company',
    });
  }
  const token = await openSecret(api_key, secretContext(id, 'api_key'));
  const numbers = numbersOf(credentialOf(account_id, token));
  return {
    whole,
    urls: callUrls(origin, id),
    ask: (wanted) => forCaller(notingHealth(whole.integration, keyRefusalOf, wanted(numbers))),
  };
};

const demonstration = 'demo.twilio.com';

const isUnset = ({ voice_url, voice_application }: NumberRouting): boolean =>
  voice_application === '' &&
  (voice_url === '' || (URL.canParse(voice_url) && new URL(voice_url).hostname === demonstration));

const statusOf = (
  { on_trunk, has_voice, routing }: CarrierNumber,
  { whole, urls }: Account,
  isMapped: boolean,
): AccountNumber['status'] => {
  if (!has_voice) return 'without_voice';
  if (on_trunk) return 'on_trunk';
  const isOurs = integrationOf(routing) === whole.integration.id;
  if (isOurs && isMapped && routing.voice_url === urls.answer) return 'connected';
  return isUnset(routing) || (isOurs && !isMapped) ? 'free' : 'elsewhere';
};

/** The numbers of an account, as the carrier has them now. */
export const listNumbers = async (
  caller: Caller,
  integrationId: string,
  origin: string,
): Promise<AccountNumber[]> => {
  const account = await accountOf(caller, integrationId, origin);
  const agents = new Map(
    account.whole.agents.map((mapping) => [mapping.provider_agent_id, mapping.agent_id]),
  );
  const found = await account.ask((numbers) => numbers.list());
  return found
    .filter(({ number }) => isPhoneNumber(number))
    .map((one) => {
      const { number, name } = one;
      const agent_id = agents.get(number) ?? null;
      return { number, name, agent_id, status: statusOf(one, account, agent_id !== null) };
    });
};

const refuseUnreachable = ({ on_trunk, has_voice }: CarrierNumber): void => {
  const because = (detail: string) => new ApiError('number_not_connectable', { detail });
  if (!has_voice) throw because('The number takes no calls');
  if (on_trunk) throw because('The number belongs to a SIP trunk, which ignores its addresses');
};

/** The routing of a number once it is disconnected: never an address of calls here. */
const formerRouting = (
  { id, former_routing = {} }: IntegrationRecord,
  { number, routing }: CarrierNumber,
): NumberRouting => {
  const owner = integrationOf(routing);
  if (owner === undefined) return routing;
  return (owner === id && former_routing[number]) || noRouting;
};

/** The most characters of former routing. DynamoDB takes items of 400 KB. */
const maxFormer = 200_000;

/** The former routing of connected numbers, with another one. If it is too long, others are forgotten. */
const withFormer = (
  { integration, agents }: WholeIntegration,
  number: string,
  routing: NumberRouting,
): Readonly<Record<string, NumberRouting>> => {
  const mapped = new Set([number, ...agents.map(({ provider_agent_id }) => provider_agent_id)]);
  const isSmall = (former: object) => JSON.stringify(former).length <= maxFormer;
  const all = { ...integration.former_routing, [number]: routing };
  if (isSmall(all)) return all;
  const needed = Object.fromEntries(Object.entries(all).filter(([one]) => mapped.has(one)));
  if (isSmall(needed)) return needed;
  const detail = 'cannot be connected: the addresses of the connected numbers are too long to be kept';
  throw invalid({ pointer: '', code: 'too_big', detail });
};

/*
 * Each change at the carrier lies between two writes of the integration: of two requests for a number, the
 * one that writes last has also changed the carrier last, or starts again.
 */

/**
 * Connects a number with an agent. Its former routing is stored first, so that a request which is interrupted
 * loses nothing.
 */
export const connectNumber = async (
  caller: Caller,
  integrationId: string,
  number: string,
  agent_id: string,
  origin: string,
  early: EarlyCommit,
): Promise<Write<AccountNumber>> => {
  const account = await accountOf(caller, integrationId, origin);
  const { whole, urls, ask } = account;
  const { integration, agents } = whole;
  const mapping = { provider_agent_id: number, agent_id };
  await checkMappings(integration.client_id, [mapping], agents, () => '/agent_id');
  const operations = mapDeployed(whole, mapping);
  const found = await ask((numbers) => numbers.find(number));
  if (!found) throw new ApiError('number_not_found');
  refuseUnreachable(found);
  const reply = { number, name: found.name, agent_id, status: 'connected' } as const;
  const wanted: NumberRouting = { ...noRouting, voice_url: urls.answer, status_callback: urls.status };
  if (isDeepStrictEqual(found.routing, wanted)) return { operations, reply, about: integration };

  const owner = integrationOf(found.routing);
  if (owner !== undefined && owner !== integration.id && (await integrations.read(owner))) {
    throw new ApiError('number_connected');
  }
  const former = withFormer(whole, number, formerRouting(integration, found));
  const { kept, operations: keeping } = keepRouting(whole, former);
  await early(keeping);
  await ask((numbers) => numbers.route(found.id, wanted));
  const mapped = mapDeployed(kept, mapping);
  return {
    operations: mapped.length > 0 ? mapped : keepRouting(kept, former).operations,
    reply,
    about: integration,
  };
};

/** Disconnects a number. Without a mapping, one that still calls here is given back as well. */
export const disconnectNumber = async (
  caller: Caller,
  integrationId: string,
  number: string,
  origin: string,
  early: EarlyCommit,
): Promise<Write<undefined>> => {
  const { whole, ask } = await accountOf(caller, integrationId, origin);
  const { integration } = whole;
  const found = await ask((numbers) => numbers.find(number));
  const isOurs = found !== undefined && integrationOf(found.routing) === integration.id;
  const operations = unmapDeployed(whole, number);
  if (!isOurs && operations.length === 0) throw new ApiError('number_not_found');
  const write = { reply: undefined, about: integration, isDone: true } as const;
  if (!isOurs) return { ...write, operations };
  const { former_routing = {} } = integration;
  const { kept, operations: keeping } = keepRouting(whole, former_routing);
  await early(keeping);
  await ask((numbers) => numbers.route(found.id, formerRouting(integration, found)));
  const unmapped = unmapDeployed(kept, number);
  return {
    ...write,
    operations: unmapped.length > 0 ? unmapped : keepRouting(kept, former_routing).operations,
  };
};
