import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Widget } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { widgetWords } from '../words/widgets.ts';
import type { Draft } from './draft.ts';
import { useWidgetFiles } from './files.ts';
import { useBranding } from './use-branding.ts';
import styles from './widgets.module.css';

interface PreviewElement extends HTMLElement {
  page: object;
}

interface ShownProps {
  readonly script: string;
  /** The looks, as JSON. */
  readonly settings: string;
  readonly language: string;
}

/** The element of a script that pages load. */
const Shown = ({ script, settings, language }: ShownProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<PreviewElement>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isGone = false;
    import(/* @vite-ignore */ script).then(
      () => {
        if (isGone) return;
        const made = document.createElement('voice-agent') as PreviewElement;
        made.setAttribute('preview', '');
        place.current?.replaceChildren(made);
        setElement(made);
      },
      (reason: unknown) => !isGone && setError(reason),
    );
    return () => {
      isGone = true;
    };
  }, [script]);
  useEffect(() => {
    if (!element) return;
    element.lang = language;
    element.page = JSON.parse(settings);
  }, [element, settings, language]);
  return error === undefined ? <div ref={place} /> : <Problem error={error} />;
};

interface PreviewProps {
  readonly widget: Widget;
  readonly draft: Draft;
  readonly language: 'en' | 'de';
}

/** The widget as it will look, by the script that pages load. It sends nothing. */
export const Preview = ({ widget, draft, language }: PreviewProps) => {
  const { api, may } = useSession();
  const files = useWidgetFiles();
  const branding = useBranding(widget.client_id);
  const params = { agent_id: widget.agent_id };
  const agent = useQuery({
    queryKey: ['agent', widget.agent_id, 'preview'],
    queryFn: ({ signal }) => api.agents.get({ params, signal }),
    enabled: may('agents:read'),
  }).data;
  const { preview, snippet } = widgetWords();
  const page = {
    name: draft.shown_name || branding?.name || agent?.name || null,
    color: draft.has_color ? draft.color : (branding?.accent_color ?? null),
    logo: branding?.logo ?? null,
    position: draft.position,
    texts: draft.texts,
    voice: draft.voice,
    handover: Boolean(agent?.handover),
  };
  const script = files.data?.script;
  return (
    <div className={styles.preview}>
      <h2 className={styles.title}>{preview.title}</h2>
      {files.isPending && <Loading />}
      {files.isError && <Problem error={files.error} />}
      {script && <Shown script={script} settings={JSON.stringify(page)} language={language} />}
      {files.data === null && <p className={kit.muted}>{snippet.none}</p>}
    </div>
  );
};
