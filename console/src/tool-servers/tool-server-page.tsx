import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ServerTool, ToolDescription, ToolServer } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { MoreMenu } from '../kit/more-menu.tsx';
import { Empty, Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { toast } from '../kit/toasts.tsx';
import { words } from '../words/index.ts';
import { toolServerWords } from '../words/tool-servers.ts';
import { EditToolServerDialog, RemoveToolServerDialog } from './dialogs.tsx';
import { toolServerQuery } from './query.ts';
import { ServerState, ToolState } from './state.tsx';
import styles from './tool-servers.module.css';

const route = getRouteApi('/tool-servers/$toolServerId');

/** A tool whose description somebody accepts, as it was read. */
type AcceptedTool = Pick<ServerTool, 'name' | 'found'>;

/** Asks a server for its tools, and accepts the description of one of them. */
const useCheck = (id: string) => {
  const { api } = useSession();
  const toolServers = toolServerWords();
  return useAction({
    send: async (accepted: AcceptedTool | undefined) => ({
      accepted,
      server: await api.toolServers.refresh({
        params: { tool_server_id: id },
        body: { accept: accepted?.found ? [accepted.found.hash] : [] },
      }),
    }),
    refresh: [['tool-server', id], ['tool-servers']],
    onSent: ({ accepted, server: { tools } }) => {
      if (!accepted) {
        const others = tools.filter(({ status }) => status !== 'enabled').length;
        return toast(others === 0 ? toolServers.same : toolServers.differ(others));
      }
      // The server may have changed it once more.
      const isIn = tools.some(({ name, status }) => name === accepted.name && status === 'enabled');
      return toast(isIn ? toolServers.accepted(accepted.name) : toolServers.changedAgain(accepted.name));
    },
  });
};

/** A description of a tool, as its server gave it. */
const Description = ({
  title,
  said: { description, parameters },
}: {
  readonly title?: string;
  readonly said: ToolDescription;
}) => {
  const { tool } = toolServerWords();
  return (
    <div className={cx(kit.stack, kit.tight)}>
      {title && <span className={cx(kit.small, kit.muted)}>{title}</span>}
      <p dir="auto" className={description ? styles.description : kit.muted}>
        {description ?? tool.noDescription}
      </p>
      <details>
        <summary>{tool.parameters}</summary>
        <pre {...scrolled}>{JSON.stringify(parameters, undefined, 2)}</pre>
      </details>
    </div>
  );
};

interface ToolProps {
  readonly tool: ServerTool;
  readonly busy: boolean;
  readonly onAccept: (() => void) | undefined;
}

const Tool = ({ tool: { name, status, accepted, found }, busy, onAccept }: ToolProps) => {
  const { tool } = toolServerWords();
  return (
    <article className={cx(kit.card, kit.stack, kit.tight)} aria-label={name}>
      <div className={cx(kit.row, kit.spread)}>
        <h3 className={kit.mono}>{name}</h3>
        <ToolState status={status} />
      </div>
      {status !== 'enabled' && <p className={cx(kit.small, kit.muted)}>{tool.meanings[status]}</p>}
      <div className={kit.columns}>
        {accepted && <Description said={accepted} {...(found && { title: tool.accepted })} />}
        {found && <Description said={found} title={tool.found} />}
      </div>
      {found && onAccept && (
        <div>
          <Button small busy={busy} aria-label={tool.acceptOf(name)} onClick={onAccept}>
            {tool.accept}
          </Button>
        </div>
      )}
    </article>
  );
};

const Tools = ({
  server: { tools },
  check,
}: {
  readonly server: ToolServer;
  readonly check: ReturnType<typeof useCheck>;
}) => {
  const { may } = useSession();
  const toolServers = toolServerWords();
  if (tools.length === 0)
    return (
      <Empty title={toolServers.noTools.title}>
        <p>{toolServers.noTools.text}</p>
      </Empty>
    );
  // Tools that somebody has to look at come first.
  const sorted = tools.toSorted(
    (one, other) => Number(one.status === 'enabled') - Number(other.status === 'enabled'),
  );
  return (
    <section className={kit.stack} aria-labelledby="tools">
      <h2 id="tools">{toolServers.columns.tools}</h2>
      <p className={kit.muted}>{toolServers.readThem}</p>
      {sorted.map((tool) => (
        <Tool
          key={tool.name}
          tool={tool}
          busy={check.isPending}
          onAccept={may('integrations:write') ? () => check.mutate(tool) : undefined}
        />
      ))}
    </section>
  );
};

/** A tool server: what it says about its tools, and which of that agents go by. */
export const ToolServerPage = () => {
  const { api, may } = useSession();
  const { toolServerId } = route.useParams();
  const toolServers = toolServerWords();
  const found = useQuery(toolServerQuery(api, toolServerId));
  const check = useCheck(toolServerId);
  return (
    <DetailPage
      back={<Link to="/tool-servers">{words.shell.pages.toolServers}</Link>}
      title={found.data?.reply.name ?? toolServers.one}
      query={found}
      actions={({ reply: server, response }) => {
        const etag = response.headers.get('etag') ?? '';
        return (
          may('integrations:write') && (
            <>
              <Button look="primary" busy={check.isPending} onClick={() => check.mutate(undefined)}>
                {toolServers.check}
              </Button>
              <DialogButton
                dialog={(onClose) => <EditToolServerDialog server={server} etag={etag} onClose={onClose} />}
              >
                {toolServers.form.edit}
              </DialogButton>
              <MoreMenu
                actions={[
                  {
                    label: toolServers.remove.action,
                    danger: true,
                    dialog: (onClose) => (
                      <RemoveToolServerDialog server={server} etag={etag} onClose={onClose} />
                    ),
                  },
                ]}
              />
            </>
          )
        );
      }}
    >
      {({ reply: server }) => (
        <>
          <p className={kit.muted}>
            <ServerState counts={server.tool_counts} /> · <bdi className={kit.mono}>{server.url}</bdi> ·{' '}
            <OrganizationName id={server.client_id} /> ·{' '}
            {server.token_hint ? toolServers.tokenEnds(server.token_hint) : toolServers.withoutToken} ·{' '}
            {toolServers.checkedAt(formatTime(server.checked_at))}
          </p>
          {check.error && <Problem error={check.error} />}
          <Tools server={server} check={check} />
        </>
      )}
    </DetailPage>
  );
};
