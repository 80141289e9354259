import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import type { ApiProblem } from 'voice-agent-platform-client';
import type { Session } from './api/session.ts';
import { SessionProvider } from './api/session.ts';
import { HelpContext } from './kit/help-context.ts';
import { descriptionOf } from './kit/notices.tsx';
import { createConsoleRouter, preloadPage } from './router.tsx';

preloadPage(window.location.pathname);

const SignInAgain = lazy(() =>
  import('./shell/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
);

/** The API's own words, if those of the console cannot be loaded. */
const PlainHelp = ({ problem }: { readonly problem: ApiProblem }) => {
  const { title, detail } = descriptionOf(problem);
  return (
    <>
      <strong>{title}</strong>
      {detail && <p>{detail}</p>}
    </>
  );
};

const LoadedHelp = lazy(() =>
  import('./shell/help-parts.tsx').then(
    (module) => ({ default: module.Help }),
    () => ({ default: PlainHelp }),
  ),
);

const Help = (props: { readonly problem: ApiProblem }) => (
  <Suspense>
    <LoadedHelp {...props} />
  </Suspense>
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
          <HelpContext value={Help}>
            <RouterProvider router={router} />
          </HelpContext>
          <Suspense>{ended && <SignInAgain />}</Suspense>
        </QueryClientProvider>
      </SessionProvider>
    </CSPProvider>
  );
};
