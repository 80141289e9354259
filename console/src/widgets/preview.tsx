import { useEffect, useRef } from 'react';
import { useSession } from '../api/session.ts';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import type { Draft } from './draft.ts';
import { useWidgetFiles } from './files.ts';
import styles from './widgets.module.css';

interface PreviewElement extends HTMLElement {
  page: object;
}

interface PreviewProps {
  readonly draft: Draft;
  readonly language: 'en' | 'de';
  /** The name where the widget has none of its own. */
  readonly otherName: string | undefined;
}

/** The widget as it will look, by the script that pages load. It sends nothing. */
export const Preview = ({ draft, language, otherName }: PreviewProps) => {
  const { me } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<PreviewElement>(null);
  const script = useWidgetFiles().data?.script;
  const { preview } = words.widgets;
  const page = {
    name: draft.shown_name || me.branding?.name || otherName || null,
    color: draft.has_color ? draft.color : (me.branding?.accent_color ?? null),
    logo: me.branding?.logo ?? null,
    position: draft.position,
    texts: draft.texts,
    voice: draft.voice,
  };
  const settings = JSON.stringify(page);
  useEffect(() => {
    if (!script) return;
    let isGone = false;
    void import(/* @vite-ignore */ script).then(() => {
      if (isGone || !place.current) return;
      const element = document.createElement('voice-agent') as PreviewElement;
      element.setAttribute('preview', '');
      shown.current = element;
      place.current.replaceChildren(element);
      element.dispatchEvent(new Event('settings'));
    });
    return () => {
      isGone = true;
      shown.current = null;
    };
  }, [script]);
  useEffect(() => {
    const draw = () => {
      const element = shown.current;
      if (!element) return false;
      element.lang = language;
      element.page = JSON.parse(settings);
      return true;
    };
    if (draw()) return;
    // The script is on its way.
    const timer = setInterval(() => draw() && clearInterval(timer), 50);
    return () => clearInterval(timer);
  }, [settings, language]);
  return (
    <div className={styles.preview}>
      <h2 className={styles.title}>{preview.title}</h2>
      {script ? <div ref={place} /> : <p className={kit.muted}>{words.widgets.snippet.none}</p>}
    </div>
  );
};
