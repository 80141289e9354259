import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Widget } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { whileEdited } from '../api/while-edited.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DetailPage } from '../kit/detail-page.tsx';
import { toastProblem } from '../kit/toasts.tsx';
import { words } from '../words/index.ts';
import { widgetWords } from '../words/widgets.ts';
import { draftOf, patchOf } from './draft.ts';
import { Editor } from './editor.tsx';
import { useWidgetFiles } from './files.ts';
import { useTalked } from './talked.tsx';

const route = getRouteApi('/widgets/$widgetId');

const Actions = ({ widget, etag }: { readonly widget: Widget; readonly etag: string }) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const widgets = widgetWords();
  const params = { widget_id: widget.id };
  const isPaused = widget.status === 'paused';
  const files = useWidgetFiles().data;
  const pause = useAction({
    send: () => api.widgets.update({ params, body: { status: isPaused ? 'active' : 'paused' } }),
    refresh: [['widget', widget.id], ['widgets']],
    onRefused: toastProblem,
  });
  return (
    <>
      {files && widget.frame && !isPaused && (
        <a href={`${files.frame}?widget=${widget.id}`} target="_blank" rel="noreferrer">
          {widgets.snippet.try}
        </a>
      )}
      <Button busy={pause.isPending} onClick={() => pause.mutate()}>
        {isPaused ? widgets.resume : widgets.pause}
      </Button>
      <ConfirmButton
        look="plain"
        ask={{
          title: widgets.remove.title(widget.name),
          text: widgets.remove.text,
          action: widgets.remove.action,
          danger: true,
          send: () => api.widgets.remove({ params, ifMatch: etag }),
          refresh: [['widgets']],
          onSent: () => navigate({ to: '/widgets' }),
        }}
      >
        {widgets.remove.action}
      </ConfirmButton>
    </>
  );
};

/** A widget: what its page shows, who may show it, and who has chatted. */
export const WidgetPage = () => {
  const { api, may } = useSession();
  const { widgetId } = route.useParams();
  const found = useQuery({
    queryKey: ['widget', widgetId],
    queryFn: ({ signal }) => api.widgets.get.withResponse({ params: { widget_id: widgetId }, signal }),
    // It does not change while somebody edits it.
    ...whileEdited,
  });
  // They need only the id in the URL, so they are requested together with the widget.
  useTalked(widgetId, may('conversations:read'));
  useWidgetFiles();
  return (
    <DetailPage
      back={<Link to="/widgets">{words.shell.pages.widgets}</Link>}
      title={found.data?.reply.name ?? widgetWords().one}
      query={found}
      actions={({ reply, response }) =>
        may('agents:write') && <Actions widget={reply} etag={response.headers.get('etag') ?? ''} />
      }
    >
      {({ reply, response }) => (
        // Pausing changes nothing that somebody may be editing.
        <Editor
          key={JSON.stringify(patchOf(draftOf(reply)))}
          widget={reply}
          etag={response.headers.get('etag') ?? ''}
        />
      )}
    </DetailPage>
  );
};
