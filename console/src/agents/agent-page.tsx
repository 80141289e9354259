import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent } from 'voice-agent-platform-client';
import { isStale } from '../api/faults.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { whileEdited } from '../api/while-edited.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import kit from '../kit/kit.module.css';
import { MenuLink } from '../kit/menu.tsx';
import { MoreMenu } from '../kit/more-menu.tsx';
import { Problem } from '../kit/notices.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { Split } from '../kit/split.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { toast } from '../kit/toasts.tsx';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { words } from '../words/index.ts';
import styles from './agents.module.css';
import { Deployments, useDeployments } from './deployments.tsx';
import { Documents, useDocuments } from './documents.tsx';
import type { Draft } from './draft.ts';
import { changedIn, draftOf, isReadable, replacementOf } from './draft.ts';
import { Editor } from './editor.tsx';
import { FlowEditor } from './flow-editor.tsx';
import { Live, useLive } from './live.tsx';
import { useModels } from './pickers.tsx';
import { TalkPane } from './talk.tsx';
import { Tools } from './tools.tsx';
import { useAccounts } from './use-integrations.ts';
import { useTalk } from './use-talk.ts';
import { variablesOf } from './variables.ts';
import { useVersions, Versions } from './versions.tsx';
import { Voice } from './voice.tsx';

const route = getRouteApi('/agents/$agentId');

const tabs = ['edit', 'flow', 'tools', 'documents', 'versions', 'live', 'deployments', 'voice'] as const;

/** The menu of an agent's other actions. */
const More = ({ agent }: { readonly agent: Agent }) => {
  const { api, may } = useSession();
  const navigate = route.useNavigate();
  const { remove, conversations } = words.agents;
  const mayRead = may('conversations:read');
  const mayRemove = may('agents:write');
  if (!mayRead && !mayRemove) return null;
  const removal = {
    label: remove.open,
    danger: true,
    dialog: (onClose: () => void) => (
      <Confirm
        title={remove.title(agent.name)}
        text={remove.text}
        action={remove.action}
        danger
        send={() => api.agents.remove({ params: { agent_id: agent.id } })}
        refresh={[['agents']]}
        onSent={() => navigate({ to: '/agents' })}
        onClose={onClose}
      />
    ),
  };
  return (
    <MoreMenu actions={mayRemove ? [removal] : []}>
      {mayRead && (
        <MenuLink link={<Link to="/conversations" search={{ agent: agent.id }} />}>{conversations}</MenuLink>
      )}
    </MoreMenu>
  );
};

interface EditedProps {
  readonly agent: Agent;
  readonly etag: string;
  readonly tab: string;
  /** The part of the page that a phone shows. */
  readonly view: 'edit' | 'talk';
}

/** The agent as it is edited, and a talk with it. What was changed is kept when another version is loaded. */
const Edited = ({ agent, etag, tab, view }: EditedProps) => {
  const { api, may } = useSession();
  const queries = useQueryClient();
  const { agents } = words;
  const [changes, setChanges] = useState<Partial<Draft>>({});
  // A newer version that arrives while somebody edits must not be overwritten without a word.
  const [edited, setEdited] = useState<Pick<EditedProps, 'agent' | 'etag'>>();
  const { agent: before, etag: ifMatch } = edited ?? { agent, etag };
  const saved = draftOf(before);
  const draft: Draft = { ...saved, ...changes };
  const changed = changedIn(draft, saved);
  const mayWrite = may('agents:write');
  const queryKey = ['agent', agent.id, 'with-etag'];
  const save = useAction({
    send: () =>
      api.agents.replace.withResponse({
        params: { agent_id: agent.id },
        body: replacementOf(draft, before),
        ifMatch,
      }),
    refresh: [['agent', agent.id, 'versions'], ['agents']],
    onSent: (found) => {
      queries.setQueryData(queryKey, found);
      setChanges({});
      setEdited(undefined);
      toast(agents.saved(found.reply.version));
    },
  });
  // The tabs show parts of one draft.
  useUnsaved(changed.length > 0, ['org']);
  const tries = mayWrite && (changed.length > 0 || !may('chats:write'));
  const navigate = route.useNavigate();
  const { chat } = route.useSearch();
  const talking = useTalk({
    agent,
    draft,
    tries,
    chat,
    onChat: (id) => void navigate({ search: (now) => ({ ...now, chat: id }), replace: true }),
  });
  const readable = isReadable(draft);
  const edit = (change: Partial<Draft>) => {
    setEdited((now) => now ?? { agent, etag });
    setChanges((now) => ({ ...now, ...change }));
  };
  const editor = { agent, draft, onChange: edit, error: save.error, disabled: !mayWrite || save.isPending };
  const mayTalk = mayWrite || may('chats:write');
  return (
    <Split
      wide
      fixed
      label={agents.talk.title}
      shown={view === 'talk' ? 'pane' : 'side'}
      pane={
        mayTalk ? (
          <TalkPane
            agent={agent}
            talking={talking}
            tries={tries}
            readable={readable}
            names={variablesOf(draft)}
          />
        ) : undefined
      }
    >
      <div className={styles.editor}>
        <div className={styles.tabs}>
          <Tabs
            tabs={tabs
              .filter((value) => value !== 'live' || may('gates:read'))
              .map((value) => ({ value, label: agents.tabs[value] }))}
          />
        </div>
        <div className={styles.part}>
          {Boolean(save.error) &&
            (isStale(save.error) ? (
              <div className={cx(kit.notice, kit.warn, kit.row, kit.spread)} role="alert">
                <span>{agents.stale}</span>
                <Button
                  small
                  onClick={() => {
                    save.reset();
                    void queries.invalidateQueries({ queryKey }).then(() => setEdited(undefined));
                  }}
                >
                  {agents.load}
                </Button>
              </div>
            ) : (
              <Problem error={save.error} />
            ))}
          {tab === 'edit' && <Editor {...editor} changed={new Set(changed)} current={talking.talk?.node} />}
          {tab === 'tools' && <Tools {...editor} />}
          {tab === 'flow' && (
            <FlowEditor
              flow={draft.flow}
              tools={draft.tools.map(({ name }) => name)}
              error={save.error}
              disabled={editor.disabled}
              current={talking.talk?.node}
              onChange={(flow) => edit({ flow })}
            />
          )}
          {tab === 'versions' && <Versions agent={agent} etag={etag} />}
          {tab === 'live' && <Live agent={agent} />}
          {tab === 'documents' && <Documents agentId={agent.id} />}
          {tab === 'deployments' && <Deployments agent={agent} />}
          {tab === 'voice' && <Voice agent={agent} />}
        </div>
        <SaveBar
          changes={changed.length}
          what={changed.map((name) => agents.fields[name])}
          busy={save.isPending}
          disabled={!readable}
          action={agents.save(before.version + 1)}
          onSave={() => save.mutate()}
          onDiscard={() => {
            save.reset();
            setChanges({});
            setEdited(undefined);
          }}
        />
      </div>
    </Split>
  );
};

/** Begins to read what a tab shows while the agent itself is being read. */
const useTab = (agentId: string, tab: string): void => {
  useAccounts(['edit', 'deployments', 'voice'].includes(tab));
  useModels(tab === 'edit');
  useDocuments(agentId, tab === 'documents');
  useVersions(agentId, tab === 'versions' || tab === 'live');
  useLive(agentId, tab === 'live');
  useDeployments(agentId, tab === 'deployments' || tab === 'voice');
};

export const AgentPage = () => {
  const { api } = useSession();
  const { agentId } = route.useParams();
  const { tab = 'edit' } = route.useSearch();
  const [view, setView] = useState<'edit' | 'talk'>('edit');
  const { agents } = words;
  const found = useQuery({
    queryKey: ['agent', agentId, 'with-etag'],
    queryFn: ({ signal }) => api.agents.get.withResponse({ params: { agent_id: agentId }, signal }),
    // An edited agent does not change while it is edited.
    ...whileEdited,
  });
  useTab(agentId, tab);
  const other = view === 'edit' ? 'talk' : 'edit';
  return (
    <DetailPage
      back={<Link to="/agents">{words.shell.pages.agents}</Link>}
      title={found.data?.reply.name ?? agents.one}
      query={found}
      actions={({ reply: agent }) => (
        <>
          <span className={cx(kit.small, kit.muted, styles.about)}>
            {agents.version(agent.version)}
            {agent.live_version !== null &&
              agent.live_version !== agent.version &&
              ` (${agents.live(agent.live_version)})`}{' '}
            · <OrganizationName id={agent.client_id} />
          </span>
          <Button className={styles.view} onClick={() => setView(other)}>
            {agents.view[other]}
          </Button>
          <More agent={agent} />
        </>
      )}
    >
      {({ reply: agent, response }) => (
        <Edited
          key={agent.id}
          agent={agent}
          etag={response.headers.get('etag') ?? ''}
          tab={tab}
          view={view}
        />
      )}
    </DetailPage>
  );
};
