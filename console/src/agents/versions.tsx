import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Agent, AgentVersion } from 'voice-agent-platform-client';
import { formatTime, inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import styles from './agents.module.css';

type ComparedField = Exclude<
  keyof AgentVersion,
  'id' | 'client_id' | 'created_at' | 'updated_at' | 'version' | 'live_version'
>;

/** In the order in which they are shown. A new field of an agent does not compile without its place. */
const compared = Object.keys({
  name: true,
  description: true,
  prompt: true,
  first_message: true,
  limit_message: true,
  disclosure: true,
  filler: true,
  failure_message: true,
  fallback_number: true,
  language: true,
  voice_id: true,
  voice: true,
  personality: true,
  model: true,
  tools: true,
  conversation_flow: true,
  handover: true,
  provider: true,
  external_id: true,
  metadata: true,
} satisfies Record<ComparedField, true>) as ComparedField[];

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
};

type Part = 'del' | 'ins';

/**
 * A text with the middle marked in which it differs from another: what they share at both ends is left as it
 * is.
 */
const Changed = ({
  text,
  other,
  as: Mark,
}: {
  readonly text: string;
  readonly other: string;
  readonly as: Part;
}) => {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const until = text.length - end;
  return (
    <pre>
      {text.slice(0, start)}
      <Mark>{text.slice(start, until)}</Mark>
      {text.slice(until)}
    </pre>
  );
};

const useVersion = (agentId: string, version: number | undefined) => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['agent', agentId, 'version', version],
    queryFn: ({ signal }) =>
      api.agentVersions.get({ params: { agent_id: agentId, agent_version: String(version) }, signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
};

const Comparison = ({ agent, version }: { readonly agent: Agent; readonly version: number }) => {
  const { versions } = words.agents;
  const before = useVersion(agent.id, version);
  if (before.error) return <Problem error={before.error} />;
  if (!before.data) return <Loading />;
  const then = before.data;
  const differing = compared.filter((name) => asText(then[name]) !== asText(agent[name]));
  return (
    <section className={cx(kit.card, kit.stack)} aria-label={versions.beside(version)}>
      <div className={styles.compared}>
        <h2>{words.agents.version(version)}</h2>
        <h2>{versions.currentVersion(agent.version)}</h2>
        {differing.map((name) => (
          <div key={name} className={cx(styles.compared, styles.whole)}>
            <h3>{inWords(name)}</h3>
            <Changed text={asText(then[name])} other={asText(agent[name])} as="del" />
            <Changed text={asText(agent[name])} other={asText(then[name])} as="ins" />
          </div>
        ))}
      </div>
      {differing.length === 0 && <p className={kit.muted}>{versions.same}</p>}
    </section>
  );
};

export const useVersions = (agentId: string, enabled = true) => {
  const { api } = useSession();
  return useList(
    ['agent', agentId, 'versions'],
    (page, signal) => api.agentVersions.list({ params: { agent_id: agentId }, query: page, signal }),
    { enabled },
  );
};

/** Every state that the agent was in, one of them beside the current one, and a way back. */
export const Versions = ({ agent, etag }: { readonly agent: Agent; readonly etag: string }) => {
  const { api, may } = useSession();
  const { versions } = words.agents;
  const [chosen, setChosen] = useState<number>();
  const list = useVersions(agent.id);
  return (
    <div className={kit.stack}>
      <List
        list={list}
        empty={{ title: versions.empty }}
        label={versions.title}
        keyOf={({ version }) => version}
        columns={[
          {
            title: versions.one,
            cell: ({ version }) => (
              <>
                {version} {version === agent.version && <Badge tone="accent">{versions.current}</Badge>}
              </>
            ),
          },
          { title: words.agents.fields.name, cell: ({ name }) => name },
          { title: versions.created, cell: ({ created_at }) => formatTime(created_at) },
        ]}
        rowActions={({ version }) =>
          version !== agent.version && (
            <>
              <Button small aria-pressed={chosen === version} onClick={() => setChosen(version)}>
                {versions.compare(version)}
              </Button>
              {may('agents:write') && (
                <ConfirmButton
                  small
                  ask={{
                    title: versions.restoreTitle(version),
                    text: versions.restoreText,
                    action: versions.restore,
                    send: () =>
                      api.agentVersions.restore({
                        params: { agent_id: agent.id, agent_version: String(version) },
                        ifMatch: etag,
                      }),
                    refresh: [['agent', agent.id], ['agents']],
                  }}
                >
                  {versions.restoreOpen(version)}
                </ConfirmButton>
              )}
            </>
          )
        }
      />
      {chosen !== undefined && <Comparison agent={agent} version={chosen} />}
    </div>
  );
};
