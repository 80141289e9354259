import { cursorKeyId, openCursor, sealCursor } from '#lib/domain/cursor.ts';
import { currentCursorKey, findCursorKey } from '#lib/store/lists/cursor-keys.ts';

/*
 * The browser keeps the state of a sign-in, so that nobody makes the platform write anything before they have
 * signed in. It is encrypted as cursors are, for one connection.
 */

export interface KeptState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly return_to: string;
}

/** The time in which a person must have signed in at the provider. */
export const stateSeconds = 600;

const bindingOf = (connectionId: string) => ({ owner: connectionId, route: 'sign-in', filters: {} });

export const sealState = async (connectionId: string, state: KeptState): Promise<string> =>
  sealCursor(
    { ...state, until: Date.now() + stateSeconds * 1000 },
    bindingOf(connectionId),
    await currentCursorKey(),
  );

/** The state, unless it is of another connection, too old, or was changed. */
export const openState = async (connectionId: string, sealed: string): Promise<KeptState | undefined> => {
  const keyId = cursorKeyId(sealed);
  const key = keyId && (await findCursorKey(keyId));
  const kept = key ? openCursor(sealed, bindingOf(connectionId), key) : undefined;
  return kept && Number(kept.until) > Date.now() ? (kept as unknown as KeptState) : undefined;
};
