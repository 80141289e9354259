import { useState } from 'react';
import { faultAt } from '../api/faults.ts';
import { formatBytes } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { FileField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { useProgress } from '../kit/use-progress.ts';
import { words } from '../words/index.ts';
import styles from './agents.module.css';
import type { FileProblem, FileText } from './document-files.ts';
import { bytesIn, fileOf, readable, textsOf, UnreadableFile } from './document-files.ts';

interface FileFailure {
  readonly name: string;
  readonly problem: FileProblem;
}

interface FilesRead {
  readonly texts: readonly FileText[];
  readonly failures: readonly FileFailure[];
}

const nothing: FilesRead = { texts: [], failures: [] };

const readAll = async (files: readonly File[]): Promise<FilesRead> => {
  const texts: FileText[] = [];
  const failures: FileFailure[] = [];
  for (const file of files) {
    try {
      texts.push(...(await textsOf(file)));
    } catch (error) {
      const problem = error instanceof UnreadableFile ? error.problem : 'broken';
      failures.push({ name: file.name, problem });
    }
  }
  return { texts, failures };
};

interface AddressFieldProps {
  readonly agentId: string;
  readonly disabled: boolean;
  readonly onFile: (file: File) => Promise<void>;
}

/** A page or a file of the internet, which the platform fetches. */
const AddressField = ({ agentId, disabled, onFile }: AddressFieldProps) => {
  const { api } = useSession();
  const { files } = words.agents.documents;
  const [url, setUrl] = useState('');
  const fetched = useAction({
    send: () =>
      api.documents.fetchFile({ params: { agent_id: agentId }, body: { url: url.trim() }, maxRetries: 0 }),
    onSent: async (file) => {
      setUrl('');
      await onFile(fileOf(file));
    },
  });
  const fault = faultAt(fetched.error, '/url');
  const isOff = disabled || fetched.isPending;
  const read = () => url.trim() !== '' && !isOff && fetched.mutate();
  return (
    <>
      <div className={styles.address}>
        <TextField
          label={files.address}
          hint={files.addressHint}
          type="url"
          placeholder="https://example.com/prices"
          maxLength={2000}
          disabled={disabled}
          value={url}
          fault={fault}
          onChange={({ target }) => setUrl(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            read();
          }}
        />
        <Button busy={fetched.isPending} disabled={isOff || url.trim() === ''} onClick={read}>
          {files.fetch}
        </Button>
      </div>
      {fetched.error && !fault && <Problem error={fetched.error} />}
    </>
  );
};

interface AddFilesDialogProps {
  readonly agentId: string;
  readonly onClose: () => void;
}

/** Adds documents from files, whose texts are shown before they are sent. */
export const AddFilesDialog = ({ agentId, onClose }: AddFilesDialogProps) => {
  const { api } = useSession();
  const { files } = words.agents.documents;
  const [reading, setReading] = useState(false);
  const form = useForm({
    initial: nothing,
    send: ({ texts }) =>
      carryOutEach(
        texts,
        ({ name }) => name,
        (body) => api.documents.create({ params: { agent_id: agentId }, body }),
      ),
    refresh: [['agent', agentId]],
    onSent: ({ changed, failed }) => {
      if (failed === 0) onClose();
      else form.change({ texts: texts.filter(({ name }) => !changed.includes(name)) });
    },
  });
  const { texts, failures } = form.values;
  const { progress, carryOutEach } = useProgress(texts.length);
  const choose = async (chosen: readonly File[]) => {
    setReading(true);
    form.change(await readAll(chosen));
    setReading(false);
  };
  const add = async (file: File) => {
    setReading(true);
    const read = await readAll([file]);
    form.change({ texts: [...texts, ...read.texts], failures: [...failures, ...read.failures] });
    setReading(false);
  };
  return (
    <FormDialog
      form={form}
      title={files.title}
      action={files.action(texts.length)}
      disabled={reading || texts.length === 0}
      progress={progress}
      problem={form.reply?.error}
      onClose={onClose}
    >
      <FileField
        label={files.label}
        hint={files.hint}
        accept={readable}
        multiple
        disabled={reading}
        onFiles={(chosen) => void choose(chosen)}
      />
      <AddressField agentId={agentId} disabled={reading || form.busy} onFile={add} />
      <p role="status" className={cx(kit.small, kit.muted)}>
        {reading ? files.reading : files.found(texts.length)}
      </p>
      {failures.map(({ name, problem }) => (
        <p key={name} className={cx(kit.notice, kit.warn)}>
          <strong>{name}</strong>: {files.problems[problem]}
        </p>
      ))}
      {texts.map(({ name, text }) => (
        <details key={name}>
          <summary>
            {name} <span className={kit.muted}>{formatBytes(bytesIn(text))}</span>
          </summary>
          <p className={cx(kit.small, kit.muted)}>{text.slice(0, 600)}</p>
        </details>
      ))}
    </FormDialog>
  );
};
