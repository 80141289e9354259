import { Link } from '@tanstack/react-router';
import type { ToolServerItem } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrgList } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { toolServerWords } from '../words/tool-servers.ts';
import { CreateToolServerDialog } from './dialogs.tsx';
import { ServerState } from './state.tsx';

export const ToolServersPage = () => {
  const { api, may } = useSession();
  const toolServers = toolServerWords();
  const list = useOrgList('tool-servers', (query, signal) => api.toolServers.list({ query, signal }));
  return (
    <ListPage<ToolServerItem>
      title={toolServers.title}
      create={
        may('integrations:write') && {
          label: toolServers.create,
          dialog: (onClose) => <CreateToolServerDialog onClose={onClose} />,
        }
      }
      list={list}
      empty={toolServers.empty}
      label={toolServers.title}
      columns={[
        {
          title: toolServers.columns.name,
          kind: 'heading',
          cell: ({ id, name, url }) => (
            <>
              <Link to="/tool-servers/$toolServerId" params={{ toolServerId: id }}>
                <bdi>{name}</bdi>
              </Link>
              <div className={cx(kit.small, kit.muted)}>
                <bdi>{url}</bdi>
              </div>
            </>
          ),
        },
        { title: toolServers.columns.tools, cell: ({ tool_counts }) => <ServerState counts={tool_counts} /> },
        {
          title: toolServers.columns.token,
          kind: 'mono',
          roomy: true,
          cell: ({ token_hint }) => (token_hint ? `…${token_hint}` : words.kit.none),
        },
        {
          title: toolServers.columns.organization,
          cell: ({ client_id }) => <OrganizationName id={client_id} />,
        },
        {
          title: toolServers.columns.checked,
          roomy: true,
          cell: ({ checked_at }) => <span className={kit.figures}>{formatTime(checked_at)}</span>,
        },
      ]}
    />
  );
};
