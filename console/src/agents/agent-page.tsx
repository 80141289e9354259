import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent } from 'voice-agent-platform-client';
import { isStale } from '../api/faults.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { PageHead } from '../shell/page-head.tsx';
import styles from './agents.module.css';
import { Chat } from './chat.tsx';
import { Deployments } from './deployments.tsx';
import { Documents } from './documents.tsx';
import { draftOf, isReadable, replacementOf } from './draft.ts';
import { Editor } from './editor.tsx';
import { FlowEditor } from './flow-editor.tsx';
import { Versions } from './versions.tsx';
import { Voice } from './voice.tsx';

const route = getRouteApi('/agents/$agentId');

const Remove = ({ agent }: { readonly agent: Agent }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.agents.remove({ params: { agent_id: agent.id } }),
    onSuccess: async () => {
      await navigate({ to: '/agents', search: ({ org }) => ({ org }) });
      await queries.invalidateQueries({ queryKey: ['agents'] });
    },
  });
  return (
    <>
      <Button small onClick={() => setAsking(true)}>
        Remove …
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove ${agent.name}?`}
        action="Remove"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>The agent is deleted with its versions and documents. Its conversations stay.</p>
      </Confirm>
    </>
  );
};

/** The agent as it is edited. A new version arrives under another key, so that the form begins with it. */
const Edited = ({
  agent,
  etag,
  tab,
}: {
  readonly agent: Agent;
  readonly etag: string;
  readonly tab: string;
}) => {
  const { api, may } = useSession();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(agent));
  const readOnly = !may('agents:write');
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(agent));
  const save = useMutation({
    mutationFn: () =>
      api.agents.replace.withResponse({
        params: { agent_id: agent.id },
        body: replacementOf(draft, agent),
        ifMatch: etag,
      }),
    onSuccess: async (saved) => {
      queries.setQueryData(['agent', agent.id, 'with-etag'], saved);
      await queries.invalidateQueries({ queryKey: ['agent', agent.id, 'versions'] });
      await queries.invalidateQueries({ queryKey: ['agents'] });
    },
  });
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      changed && current.pathname !== next.pathname && !window.confirm('Leave without saving the changes?'),
    enableBeforeUnload: changed,
  });
  return (
    <>
      {!readOnly && (tab === 'edit' || tab === 'flow') && (
        <div className={kit.row}>
          <Button
            look="primary"
            disabled={!changed || !isReadable(draft)}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            Save as a new version
          </Button>
          {changed && <Button onClick={() => setDraft(draftOf(agent))}>Discard the changes</Button>}
        </div>
      )}
      {isStale(save.error) ? (
        <p className={cx(kit.notice, kit.warn)} role="alert">
          Somebody else has saved a new version meanwhile. Copy your changes, then reload the page.
        </p>
      ) : (
        save.error && <Problem error={save.error} />
      )}
      {tab === 'edit' && (
        <div className={styles.agent}>
          <Editor
            draft={draft}
            error={save.error}
            disabled={readOnly || save.isPending}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
          <Chat agent={agent} draft={draft} />
        </div>
      )}
      {tab === 'flow' && (
        <FlowEditor
          flow={draft.flow}
          error={save.error}
          disabled={readOnly || save.isPending}
          onChange={(flow) => setDraft({ ...draft, flow })}
        />
      )}
      {tab === 'versions' && <Versions agent={agent} etag={etag} />}
      {tab === 'documents' && <Documents agentId={agent.id} />}
      {tab === 'deployments' && <Deployments agentId={agent.id} />}
      {tab === 'voice' && <Voice agent={agent} />}
    </>
  );
};

export const AgentPage = () => {
  const { api, may } = useSession();
  const { agentId } = route.useParams();
  const { tab = 'edit' } = route.useSearch();
  const found = useQuery({
    queryKey: ['agent', agentId, 'with-etag'],
    queryFn: ({ signal }) => api.agents.get.withResponse({ params: { agent_id: agentId }, signal }),
    // What is being edited does not change under the hand.
    refetchOnWindowFocus: false,
  });
  const agent = found.data?.reply;
  return (
    <>
      <Link to="/agents" search={({ org }) => ({ org })} className={kit.small}>
        ← All agents
      </Link>
      <PageHead title={agent?.name ?? 'Agent'}>
        {agent && <Badge>Version {agent.version}</Badge>}
        {agent && (
          <span className={cx(kit.small, kit.muted)}>
            <OrganizationName id={agent.client_id} />
          </span>
        )}
        {agent && may('conversations:read') && (
          <Link
            to="/conversations"
            search={({ org }) => ({ org, agent: agentId })}
            className={cx(kit.button, kit.small)}
          >
            Conversations
          </Link>
        )}
        {agent && may('agents:write') && <Remove agent={agent} />}
      </PageHead>
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {agent && (
        <>
          <Tabs
            tabs={[
              { value: 'edit', label: 'Edit and try' },
              { value: 'flow', label: 'Flow' },
              { value: 'documents', label: 'Documents' },
              { value: 'versions', label: 'Versions' },
              { value: 'deployments', label: 'Deployments' },
              { value: 'voice', label: 'Voice and calls' },
            ]}
          />
          <Edited
            key={agent.version}
            agent={agent}
            etag={found.data?.response.headers.get('etag') ?? ''}
            tab={tab}
          />
        </>
      )}
    </>
  );
};
