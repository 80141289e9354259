import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import type { Session } from './api/session.ts';
import { SessionProvider } from './api/session.ts';
import { createConsoleRouter, preloadPage } from './router.tsx';

preloadPage(window.location.pathname);

const SignInAgain = lazy(() =>
  import('./shell/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
);

const newQueryClient = () =>
  new QueryClient({
    // The client of the API repeats what may pass by itself.
    defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
  });

interface SignedInProps {
  readonly session: Session;
  readonly ended: boolean;
}

/** All that one key sees: nothing that was read with another key is in its cache. */
export const SignedIn = ({ session, ended }: SignedInProps) => {
  const { queries, router } = useMemo(() => {
    const queries = newQueryClient();
    return { queries, router: createConsoleRouter(session) };
  }, [session]);
  return (
    <CSPProvider disableStyleElements>
      <SessionProvider value={session}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Suspense>{ended && <SignInAgain />}</Suspense>
        </QueryClientProvider>
      </SessionProvider>
    </CSPProvider>
  );
};
