import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent } from 'voice-agent-platform-client';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { Tabs } from '../kit/tabs.tsx';
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
  const navigate = route.useNavigate();
  return (
    <ConfirmButton
      small
      ask={{
        title: `Remove ${agent.name}?`,
        text: 'The agent is deleted with its versions and documents. Its conversations stay.',
        action: 'Remove',
        danger: true,
        send: () => api.agents.remove({ params: { agent_id: agent.id } }),
        refresh: [['agents']],
        onSent: () => navigate({ to: '/agents' }),
      }}
    >
      Remove …
    </ConfirmButton>
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
  const save = useAction({
    send: () =>
      api.agents.replace.withResponse({
        params: { agent_id: agent.id },
        body: replacementOf(draft, agent),
        ifMatch: etag,
      }),
    refresh: [['agent', agent.id, 'versions'], ['agents']],
    onSent: (saved) => queries.setQueryData(['agent', agent.id, 'with-etag'], saved),
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
      {save.error && (
        <Problem
          error={save.error}
          stale="Somebody else has saved a new version meanwhile. Copy your changes, then reload the page."
        />
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
      {tab === 'deployments' && <Deployments agent={agent} />}
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
    // An edited agent does not change while it is edited.
    refetchOnWindowFocus: false,
  });
  return (
    <DetailPage
      back={<Link to="/agents">← All agents</Link>}
      title={found.data?.reply.name ?? 'Agent'}
      query={found}
      actions={({ reply: agent }) => (
        <>
          <Badge>Version {agent.version}</Badge>
          <span className={cx(kit.small, kit.muted)}>
            <OrganizationName id={agent.client_id} />
          </span>
          {may('conversations:read') && (
            <Link to="/conversations" search={{ agent: agentId }} className={cx(kit.button, kit.small)}>
              Conversations
            </Link>
          )}
          {may('agents:write') && <Remove agent={agent} />}
        </>
      )}
    >
      {({ reply: agent, response }) => (
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
          <Edited key={agent.version} agent={agent} etag={response.headers.get('etag') ?? ''} tab={tab} />
        </>
      )}
    </DetailPage>
  );
};
