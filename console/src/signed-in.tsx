import { CSPProvider } from '@base-ui/react/csp-provider';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Session } from './api/session.ts';
import { SessionProvider, watchRefusal } from './api/session.ts';
import { createConsoleRouter, preloadPage } from './router.tsx';

preloadPage(window.location.pathname);

const newQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: watchRefusal }),
    mutationCache: new MutationCache({ onError: watchRefusal }),
    // The client of the API repeats what may pass by itself.
    defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
  });

/** All that one key sees: nothing that was read with another key is in its cache. */
export const SignedIn = ({ session }: { readonly session: Session }) => {
  const { queries, router } = useMemo(() => {
    const queries = newQueryClient();
    return { queries, router: createConsoleRouter(session) };
  }, [session]);
  return (
    <CSPProvider disableStyleElements>
      <SessionProvider value={session}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </SessionProvider>
    </CSPProvider>
  );
};
