import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ApiProblem, Scope } from 'voice-agent-platform-client';
import { formatNumber } from '../api/format.ts';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Empty } from '../kit/notices.tsx';
import { inOwnWords } from '../kit/own-words.ts';
import { toast } from '../kit/toasts.tsx';
import { problemWords } from '../words/problems.ts';
import { rightInWords } from '../words/rights.ts';
import { brandName } from './branding.ts';
import { useOrg } from './use-org.ts';

interface HelpProps {
  readonly problem: ApiProblem;
}

/** A further member of a problem document. */
const memberOf = ({ problem }: ApiProblem, name: string): string | undefined =>
  typeof problem[name] === 'string' ? problem[name] : undefined;

/** A sentence on whom to ask for a right, which is somebody else for people than for keys. */
const useRightNeeded = () => {
  const { me } = useSession();
  const problems = problemWords();
  return (scope: string): string =>
    `${problems.lacking(rightInWords(scope))} ${me.person ? problems.askOwner(brandName(me)) : problems.askForKey}`;
};

export interface RightProps {
  readonly scope: Scope;
}

export const RightNeeded = ({ scope }: RightProps) => <>{useRightNeeded()(scope)}</>;

export interface DeniedProps extends RightProps {
  /** The name of the page, or of its part. */
  readonly what: string;
  readonly asPage?: boolean;
}

export const Denied = ({ what, scope, asPage = false }: DeniedProps) => (
  <Empty asPage={asPage} title={problemWords().lackingPage(what)}>
    <p>
      <RightNeeded scope={scope} />
    </p>
  </Empty>
);

/** The way to go on after a refusal, if it depends on who is refused. */
const useOwnHelp = (problem: ApiProblem): string | undefined => {
  const { me } = useSession();
  const org = useOrg();
  const rightNeeded = useRightNeeded();
  const problems = problemWords();
  const of = memberOf(problem, 'client_id') ?? org ?? me.client?.id;
  const askAbove = me.client !== null && of === me.client.id && problems.askAbove;
  const { limit, quota } = problem.problem;
  switch (problem.code) {
    case 'insufficient_scope':
      return rightNeeded(memberOf(problem, 'required_scope') ?? '');
    case 'quota_exceeded':
    case 'rate_limited':
      return quota
        ? [problems.limit(formatNumber(Number(limit))), askAbove].filter(Boolean).join(' ')
        : undefined;
    case 'analysis_disabled':
      return [problems.codes.analysis_disabled.help, askAbove].filter(Boolean).join(' ');
    case 'tool_server_failed':
      return [problems.codes.tool_server_failed.help, memberOf(problem, 'detail')].filter(Boolean).join(' ');
    default:
      return undefined;
  }
};

/** Switches analysis on for the organization whose setting refuses it. */
const EnableAnalysis = ({ clientId }: { readonly clientId: string }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const organization = useOrganization(clientId);
  const { enable, enabling } = problemWords();
  return (
    <ConfirmButton
      small
      ask={{
        title: enabling.title(organization?.name ?? '…'),
        text: enabling.text,
        action: enable,
        send: () =>
          api.clients.update({
            params: { client_id: clientId },
            body: { settings: { analysis: { enabled: true } } },
          }),
        refresh: [['client', clientId], ['clients']],
        onSent: () => {
          toast(enabling.done);
          return queries.invalidateQueries({ queryKey: ['analyzers'] });
        },
      }}
    >
      {enable}
    </ConfirmButton>
  );
};

/** A button that mends a refusal, or a link to the page that can; nothing where nobody could press it. */
const Mending = ({ problem }: HelpProps) => {
  const { me, may } = useSession();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const org = useOrg();
  const named = memberOf(problem, 'client_id');
  const clientId = named ?? org ?? me.client?.id;
  const integrationId = memberOf(problem, 'integration_id');
  const suiteId = memberOf(problem, 'suite_id');
  const look = (label: keyof ReturnType<typeof problemWords>['links']) => ({
    className: cx(kit.button, kit.small),
    children: problemWords().links[label],
  });
  const settings = (label: 'limits' | 'analysis') =>
    clientId &&
    may('clients:read') && (
      <Link
        to="/organizations/$clientId"
        params={{ clientId }}
        search={{ tab: 'settings' }}
        hash={label}
        {...look(label)}
      />
    );
  const list = (
    path: '/members' | '/connections' | '/exports',
    scope: Scope,
    label: 'members' | 'connections' | 'exports',
  ) => here !== path && may(scope) && <Link to={path} {...look(label)} />;
  switch (problem.code) {
    case 'analysis_disabled':
      return named && named !== me.client?.id && may('clients:write') ? (
        <EnableAnalysis clientId={named} />
      ) : (
        settings('analysis')
      );
    case 'quota_exceeded':
    case 'rate_limited':
      return problem.problem.quota !== undefined && settings('limits');
    case 'agent_not_deployed':
    case 'integration_without_key':
    case 'integration_disabled':
      return (
        integrationId &&
        may('integrations:read') && (
          <Link to="/integrations/$integrationId" params={{ integrationId }} {...look('account')} />
        )
      );
    case 'usage_limit_reached':
      return (
        may('billing:read') && (
          <Link to="/billing" search={{ tab: 'subscription' }} {...look('subscription')} />
        )
      );
    case 'gate_not_passed':
      return (
        suiteId && may('tests:read') && <Link to="/tests/$suiteId" params={{ suiteId }} {...look('tests')} />
      );
    case 'client_suspended':
      return (
        clientId &&
        may('clients:read') && (
          <Link to="/organizations/$clientId" params={{ clientId }} {...look('organization')} />
        )
      );
    case 'connection_in_use':
    case 'enforced_without_owner':
    case 'last_owner':
      return list('/members', 'members:read', 'members');
    case 'sign_in_enforced':
    case 'domain_taken':
      return list('/connections', 'connections:read', 'connections');
    case 'too_many_exports':
      return list('/exports', 'exports:read', 'exports');
    default:
      return null;
  }
};

/** A refusal in words for the person who met it, and what mends it. */
export const Help = ({ problem }: HelpProps) => {
  const { title, detail } = inOwnWords(problem);
  const text = useOwnHelp(problem) ?? detail;
  return (
    <>
      <strong>{title}</strong>
      {text && <p>{text}</p>}
      {problem.errors.length > 0 && (
        <ul>
          {problem.errors.map((fault) => (
            <li key={`${fault.pointer ?? fault.parameter ?? fault.header}${fault.code}`}>
              <code>{fault.pointer ?? fault.parameter ?? fault.header}</code> {fault.detail}
            </li>
          ))}
        </ul>
      )}
      <Mending problem={problem} />
    </>
  );
};
