import type { Widget } from 'voice-agent-platform-client';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import { TextArea } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { widgetWords } from '../words/widgets.ts';
import { elementOf, frameOf, policyOf, useWidgetFiles } from './files.ts';
import styles from './widgets.module.css';

interface CodeProps {
  readonly label: string;
  readonly text: string;
  readonly rows: number;
}

const Code = ({ label, text, rows }: CodeProps) => (
  <div className={styles.snippet}>
    <TextArea label={label} rows={rows} readOnly dir="ltr" className={kit.code} value={text} />
    <div>
      <CopyButton text={text}>{widgetWords().snippet.copy}</CopyButton>
    </div>
  </div>
);

/** The HTML that an organization pastes into its page. */
export const Snippet = ({ widget }: { readonly widget: Widget }) => {
  const files = useWidgetFiles();
  const { snippet } = widgetWords();
  const { data } = files;
  return (
    <section aria-label={snippet.title} className={kit.stack}>
      <h2 className={styles.title}>{snippet.title}</h2>
      {widget.origins.length === 0 && <p className={cx(kit.notice, kit.warn)}>{snippet.noOrigins}</p>}
      {files.isSuccess && data === null && <p className={kit.muted}>{snippet.none}</p>}
      {data && (
        <>
          <Code label={snippet.element} text={elementOf(data, widget.id)} rows={4} />
          {widget.frame && (
            <Code label={snippet.frame} text={frameOf(data, widget.id, widget.name)} rows={3} />
          )}
          <Code label={snippet.policy} text={policyOf(data, widget)} rows={3} />
        </>
      )}
    </section>
  );
};
