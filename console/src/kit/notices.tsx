import type { ReactNode } from 'react';
import { useContext } from 'react';
import { ApiProblem } from 'voice-agent-platform-client';
import { faultId, isConnectionLost } from '../api/connection.ts';
import { isStale } from '../api/faults.ts';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { HelpContext } from './help-context.ts';
import kit from './kit.module.css';

interface ProblemProps {
  readonly error: unknown;
  /** Words of their own for a change that somebody else has made meanwhile. */
  readonly stale?: string;
  readonly onRetry?: () => void;
}

/** The API's words for a failure, and some of the console if it was not reached or is at fault itself. */
export const descriptionOf = (error: unknown): { readonly title: string; readonly detail?: string } => {
  if (!(error instanceof ApiProblem)) {
    return isConnectionLost(error)
      ? { title: words.kit.unreachable, detail: words.kit.checkConnection }
      : { title: words.kit.fault, detail: words.kit.faultHelp };
  }
  const { title, detail } = error.problem;
  return {
    title: typeof title === 'string' ? title : words.kit.refused,
    ...(typeof detail === 'string' && { detail }),
  };
};

/** A failure: what it means, what mends it, and the request id that an operator can look for. */
export const Problem = ({ error, stale, onRetry }: ProblemProps) => {
  const Help = useContext(HelpContext);
  if (stale && isStale(error)) {
    return (
      <p className={cx(kit.notice, kit.warn)} role="alert">
        {stale}
      </p>
    );
  }
  const problem = error instanceof ApiProblem ? error : undefined;
  const { title, detail } = descriptionOf(error);
  return (
    <div className={cx(kit.notice, kit.bad, kit.stack, kit.tight)} role="alert">
      {problem && Help ? (
        <Help problem={problem} />
      ) : (
        <>
          <strong>{title}</strong>
          {detail && <p>{detail}</p>}
        </>
      )}
      <div className={cx(kit.row, kit.small, kit.muted)}>
        {!problem && !isConnectionLost(error) && (
          <span>
            {words.kit.faultId} <span className={kit.mono}>{faultId(error)}</span>
          </span>
        )}
        {problem?.requestId && (
          <span>
            {words.kit.requestId} <span className={kit.mono}>{problem.requestId}</span>
          </span>
        )}
        {onRetry && (
          <Button small onClick={onRetry}>
            {words.kit.tryAgain}
          </Button>
        )}
      </div>
    </div>
  );
};

interface EmptyProps {
  readonly title: string;
  /** It is all that the page has, whose heading is its title then. */
  readonly asPage?: boolean;
  readonly children?: ReactNode;
}

/** Says what to do where there is nothing yet. */
export const Empty = ({ title, asPage = false, children }: EmptyProps) => {
  const Heading = asPage ? 'h1' : 'h2';
  return (
    <div className={kit.empty}>
      <Heading>{title}</Heading>
      {children}
    </div>
  );
};

const bones = [1, 2, 3, 4, 5] as const;

/** The place of what is on its way, for the first time that it is read. */
export const Loading = ({ what = words.kit.loading }: { readonly what?: string }) => (
  <div className={kit.loading} role="status">
    <span className={kit.hidden}>{what}</span>
    {bones.map((bone) => (
      <span key={bone} className={kit.bone} />
    ))}
  </div>
);

interface WaitingProps {
  readonly query: { readonly error: unknown; readonly isPending: boolean; readonly refetch: () => unknown };
}

/** The place of what was not read yet: it is on its way, or was refused. */
export const Waiting = ({ query }: WaitingProps) => (
  <>
    {Boolean(query.error) && <Problem error={query.error} onRetry={() => void query.refetch()} />}
    {query.isPending && <Loading />}
  </>
);
