import { CSPProvider } from '@base-ui/react/csp-provider';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Session } from './api/session.ts';
import { SessionProvider, startSession, useSessionState, watchRefusal } from './api/session.ts';
import { Loading, Problem } from './kit/notices.tsx';
import { ChooseOrganization } from './people/choose-organization.tsx';
import { createConsoleRouter } from './router.tsx';
import styles from './shell/shell.module.css';
import { SignIn, SignInQuestion } from './shell/sign-in.tsx';
import { useLanguage, words } from './words/index.ts';

const newQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: watchRefusal }),
    mutationCache: new MutationCache({ onError: watchRefusal }),
    // The client of the API repeats what may pass by itself.
    defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
  });

/** All that one key sees: nothing that was read with another key is in its cache. */
const SignedIn = ({ session }: { readonly session: Session }) => {
  const { queries, router } = useMemo(() => {
    const queries = newQueryClient();
    return { queries, router: createConsoleRouter(session) };
  }, [session]);
  return (
    <SessionProvider value={session}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionProvider>
  );
};

const Screen = () => {
  const state = useSessionState();
  switch (state.status) {
    case 'loading':
      return <Loading what={words.signIn.busy} />;
    case 'failed':
      return (
        <main className={styles.entry}>
          <Problem error={state.error} onRetry={() => void startSession()} />
        </main>
      );
    case 'signed_out':
      return <SignIn reason={state.reason} />;
    case 'choosing':
      return <ChooseOrganization me={state.me} memberships={state.memberships} />;
    case 'asked':
      return <SignInQuestion question={state.question} />;
    case 'signed_in':
      return <SignedIn session={state.session} />;
  }
};

export const App = () => (
  <CSPProvider disableStyleElements>
    <Screen key={useLanguage()} />
  </CSPProvider>
);
