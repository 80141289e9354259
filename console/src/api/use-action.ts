import type { QueryKey } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';

export interface Action<A, R> {
  readonly send: (argument: A) => Promise<R>;
  /** The query that shows the change: it is read again before `onSent`. */
  readonly refresh?: readonly QueryKey[];
  readonly onSent?: ((reply: R) => unknown) | undefined;
  /** Says the refusal where no `error` is shown, or reads again what was old before the `error` is shown. */
  readonly onRefused?: (error: unknown) => unknown;
}

/** A request that changes something. */
export const useAction = <R, A = void>({ send, refresh = [], onSent, onRefused }: Action<A, R>) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (reply) => {
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
      await onSent?.(reply);
    },
    ...(onRefused && {
      onError: async (error) => {
        await onRefused(error);
      },
    }),
  });
};
