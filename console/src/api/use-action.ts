import type { QueryKey } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';

export interface Action<A, R> {
  readonly send: (argument: A) => Promise<R>;
  /** The query that shows the change: it is read again before `onSent`. */
  readonly refresh?: readonly QueryKey[];
  readonly onSent?: ((reply: R) => unknown) | undefined;
  /** Of an action whose `error` is not shown beside it. */
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
    ...(onRefused && { onError: (error) => void onRefused(error) }),
  });
};
