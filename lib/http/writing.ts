import { ApiError } from '#lib/contract/errors.ts';
import type { Failure, Reply, Route } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { onSecret, whileGood } from '#lib/keys/shown-secret.ts';
import { mayOpen, noteAccess } from '#lib/people/access.ts';
import { reliancesOf } from '#lib/people/grants.ts';
import { AlreadyAnswered, findAnswer, keepAnswer } from '#lib/store/idempotency.ts';
import { NotCarriedOut } from '#lib/store/not-carried-out.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { ItemContended } from '#lib/store/operations/failures.ts';
import type { EarlyCommit, Operation, Write } from '#lib/store/operations/operation.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { admit } from './admit.ts';
import { answer, representation } from './answer.ts';
import { auditedChange } from './audit.ts';
import { etagOf, matches } from './etag.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import type { Repeatable } from './idempotency.ts';
import { repeatable } from './idempotency.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

/** Reads and decides. Returns a write that is not committed yet. */
export type WriteLogic<R extends Route> = (
  context: HandlerRequest<R>,
  early: EarlyCommit,
) => Promise<Write<Reply<R>, Failure<R>>>;

const checkPrecondition = ({ etag }: Route, event: ApiEvent, replaces: unknown): void => {
  const expected = event.headers['if-match'];
  if (!etag || expected === undefined || replaces === undefined) return;
  if (!matches(expected, etagOf(representation(etag, replaces)))) throw new ApiError('precondition_failed');
};

/** The answer to the first request, if there is one and it explains this failure. */
const earlierAnswer = async (repeat: Repeatable, failure: unknown): Promise<ApiAnswer | undefined> => {
  if (failure instanceof AlreadyAnswered) return repeat.repeat(failure.first);
  // A repeat of a successful request often fails, because the entity is already removed or changed, or still
  // being written.
  if (!(failure instanceof ApiError || failure instanceof ItemContended)) return undefined;
  // A repeat needs the scopes that the content of its request needs.
  if (failure instanceof ApiError && failure.code === 'insufficient_scope') return undefined;
  const first = await findAnswer(repeat.scope);
  if (first) return repeat.repeat(first);
  if (failure instanceof ItemContended) {
    throw new ApiError('request_in_flight', { headers: { 'retry-after': '1' } });
  }
  return undefined;
};

/**
 * The operations with the conditions that the caller is still who it was, regardless of what functions cache,
 * if their effect lasts: if the route changes authority, or if they may open something.
 */
const whileCallerIsGood = (
  changesAuthority: boolean,
  { secret = '', caller }: Exchange,
  operations: readonly Operation[],
): readonly Operation[] => {
  if (!changesAuthority && !mayOpen(operations)) return operations;
  const { person, ...holder } = caller as Caller;
  return whileGood(operations, [
    onSecret(hashSecret(secret)),
    ...(person ? reliancesOf(person, holder) : []),
  ]);
};

/** One request for a write. */
interface WriteRequest {
  readonly event: ApiEvent;
  readonly exchange: Exchange;
  /** Absent without an `Idempotency-Key`. */
  readonly repeat: Repeatable | undefined;
}

/**
 * Commits the write of a route's logic in one transaction with the record of the Idempotency-Key, or repeats
 * its first answer. If the data that the logic read has changed, the logic is called again.
 */
export const carryOut = async <R extends Route>(
  route: R,
  logic: WriteLogic<R>,
  { event, exchange, repeat }: WriteRequest,
  changesAuthority = false,
): Promise<ApiAnswer> => {
  const commitNoted = async (operations: readonly Operation[]) => {
    const notes = await noteAccess(operations, exchange.caller);
    await commit(whileCallerIsGood(changesAuthority, exchange, [...operations, ...notes]));
  };
  const early: EarlyCommit = async (operations) => {
    const first = repeat && (await findAnswer(repeat.scope));
    if (first) throw new AlreadyAnswered(first);
    await commitNoted(operations);
  };
  const attempt = async () => {
    const write = await logic(requestOf<R>(exchange, undefined), early);
    checkPrecondition(route, event, write.replaces);
    const done = answer(route, event, exchange, write.reply);
    const kept: Operation[] = repeat ? [keepAnswer(repeat.scope, repeat.keep(done))] : [];
    const audited = auditedChange(route, exchange, write as Write<unknown>);
    const operations = [...kept, ...write.operations, ...audited];
    if (operations.length > 0) await commitNoted(operations);
    return { done, afterwards: write.afterwards };
  };
  let committed: Awaited<ReturnType<typeof attempt>>;
  try {
    committed = await retryStale(attempt);
  } catch (error) {
    const earlier = repeat && (await earlierAnswer(repeat, error));
    if (earlier) return earlier;
    throw error;
  }
  // Outside the attempts: its failure must neither write again nor be taken for a repeat of the request.
  try {
    await committed.afterwards?.();
  } catch (error) {
    if (!(error instanceof NotCarriedOut)) throw error;
    await error.takeBack(repeat?.scope);
    throw error.refusal;
  }
  return committed.done;
};

/**
 * A Lambda handler of a route that changes something. The logic reads and decides. Its write is committed
 * here.
 */
export const writing = <R extends Route>(
  route: R,
  logic: WriteLogic<R>,
  changesAuthority = false,
): ApiHandler<R> =>
  pipeline(route, admit(route), (event, exchange) => {
    const request = { event, exchange, repeat: repeatable(route, event, exchange) };
    return carryOut(route, logic, request, changesAuthority);
  });
