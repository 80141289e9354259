import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ToolServer } from 'voice-agent-platform-client';
import { isGone } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { Confirm } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { toast } from '../kit/toasts.tsx';
import { useEditForm, useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { words } from '../words/index.ts';
import { toolServerWords } from '../words/tool-servers.ts';
import { draftOf, patchOf } from './draft.ts';

interface DialogProps {
  readonly onClose: () => void;
}

interface OfServer extends DialogProps {
  readonly server: ToolServer;
  readonly etag: string;
}

/** Adds a server. Its page shows the descriptions of its tools, which are accepted as they are. */
export const CreateToolServerDialog = ({ onClose }: DialogProps) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const owner = useOwner();
  const toolServers = toolServerWords();
  const form = useForm({
    initial: { name: '', url: '', token: '' },
    send: ({ name, url, token }) =>
      api.toolServers.create({
        body: { name, url, ...(token && { token }), ...(owner.owner && { client_id: owner.owner }) },
      }),
    refresh: [['tool-servers']],
    onSent: ({ id, tools }) => {
      toast(toolServers.created(tools.length));
      return navigate({ to: '/tool-servers/$toolServerId', params: { toolServerId: id } });
    },
  });
  const { form: text } = toolServers;
  return (
    <FormDialog
      form={form}
      title={toolServers.create}
      action={toolServers.createAction}
      owner={owner}
      onClose={onClose}
    >
      <TextField label={text.name} required maxLength={200} {...form.bind('name')} />
      <TextField
        label={text.url}
        hint={text.urlHint}
        type="url"
        required
        maxLength={2000}
        placeholder="https://example.com/mcp"
        {...form.bind('url')}
      />
      <TextField
        label={text.token}
        hint={text.tokenHint}
        type="password"
        autoComplete="off"
        {...form.bind('token')}
      />
    </FormDialog>
  );
};

export const EditToolServerDialog = ({ server, etag, onClose }: OfServer) => {
  const { api } = useSession();
  const { form: text } = toolServerWords();
  const form = useEditForm({
    shown: server,
    etag,
    draftOf,
    send: (draft, { before, ifMatch }) =>
      api.toolServers.update({
        params: { tool_server_id: server.id },
        body: patchOf(before, draft),
        ifMatch,
      }),
    refresh: [['tool-server', server.id], ['tool-servers']],
    onClose,
  });
  return (
    <FormDialog
      form={form}
      title={text.editTitle}
      action={words.kit.save}
      stale={text.stale}
      onClose={onClose}
    >
      <TextField label={text.name} required maxLength={200} {...form.bind('name')} />
      <TextField
        label={text.newToken}
        hint={text.tokenHint}
        type="password"
        autoComplete="off"
        placeholder={server.token_hint ? text.tokenStays(server.token_hint) : text.noToken}
        disabled={form.values.removes_token}
        {...form.bind('token')}
      />
      {server.token_hint !== null && <CheckField label={text.removeToken} {...form.check('removes_token')} />}
    </FormDialog>
  );
};

/** So many agents are looked at, because only an agent itself has its tools. */
const mostAgents = 100;
const atOnce = 10;

/** The agents that call tools of a server, and whether there are more than were looked at. */
const useCallers = (server: ToolServer) => {
  const { api, may } = useSession();
  return useQuery({
    queryKey: ['tool-server callers', server.id],
    queryFn: async ({ signal }) => {
      const query = { client_id: server.client_id, limit: mostAgents };
      const { data, has_more } = await api.agents.list({ query, signal });
      const found: { readonly id: string; readonly name: string }[] = [];
      for (let from = 0; from < data.length; from += atOnce) {
        const some = data.slice(from, from + atOnce).map(({ id }) =>
          api.agents.get({ params: { agent_id: id }, signal }).catch((error: unknown) => {
            if (isGone(error)) return undefined;
            throw error;
          }),
        );
        for (const agent of await Promise.all(some)) {
          const calls = agent?.tools.some(
            ({ action }) => action?.type === 'mcp' && action.tool_server_id === server.id,
          );
          if (agent && calls) found.push(agent);
        }
      }
      return { found, hasMore: has_more };
    },
    enabled: may('agents:read'),
    staleTime: 0,
  });
};

/** The agents that depend on a server. */
const Callers = ({ server }: { readonly server: ToolServer }) => {
  const { remove } = toolServerWords();
  const { data, error, isLoading } = useCallers(server);
  if (error) return <Problem error={error} />;
  if (isLoading)
    return (
      <p className={kit.muted} role="status">
        {words.kit.loading}
      </p>
    );
  if (!data) return null;
  return (
    <div className={cx(kit.stack, kit.tight)} role="status">
      <p>{data.found.length === 0 ? remove.noCallers : remove.callers(data.found.length)}</p>
      {data.found.length > 0 && (
        <ul>
          {data.found.map(({ id, name }) => (
            <li key={id}>
              <Link to="/agents/$agentId" params={{ agentId: id }} search={{ tab: 'tools' }}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data.hasMore && <p className={cx(kit.small, kit.muted)}>{remove.onlyFirst(mostAgents)}</p>}
    </div>
  );
};

/** Asks before a server is removed, and names the agents that call its tools. */
export const RemoveToolServerDialog = ({ server, etag, onClose }: OfServer) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const { remove } = toolServerWords();
  return (
    <Confirm
      title={remove.title(server.name)}
      text={
        <>
          <p>{remove.text}</p>
          <Callers server={server} />
        </>
      }
      action={remove.action}
      danger
      send={() => api.toolServers.remove({ params: { tool_server_id: server.id }, ifMatch: etag })}
      refresh={[['tool-servers']]}
      onSent={() => navigate({ to: '/tool-servers' })}
      onClose={onClose}
    />
  );
};
