import type { ReactNode } from 'react';
import { Component, lazy, Suspense } from 'react';
import { startSession, useSessionState } from './api/session.ts';
import { Loading, Problem } from './kit/notices.tsx';
import styles from './shell/shell.module.css';
import { SignIn } from './shell/sign-in.tsx';
import { useLanguage, words } from './words/index.ts';

// The sign-in page is there before the pages, and whatever else only those see who have signed in.
const SignedIn = lazy(async () => ({ default: (await import('./signed-in.tsx')).SignedIn }));
const ChooseOrganization = lazy(async () => ({
  default: (await import('./people/choose-organization.tsx')).ChooseOrganization,
}));
const SignInQuestion = lazy(async () => ({
  default: (await import('./shell/sign-in-question.tsx')).SignInQuestion,
}));

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
      return <SignedIn session={state.session} ended={state.ended} />;
  }
};

/** Offers to load the console again if its scripts cannot be read, as after an update that replaced them. */
class ReloadBoundary extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override readonly state: { readonly error?: unknown } = {};

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    if (!('error' in this.state)) return this.props.children;
    return (
      <main className={styles.entry}>
        <Problem error={this.state.error} onRetry={() => window.location.reload()} />
      </main>
    );
  }
}

export const App = () => (
  <ReloadBoundary key={useLanguage()}>
    <Suspense fallback={<Loading what={words.signIn.busy} />}>
      <Screen />
    </Suspense>
  </ReloadBoundary>
);
