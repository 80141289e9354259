import { useQueryClient } from '@tanstack/react-query';
import type { ConversationItem } from 'voice-agent-platform-client';
import { toCsv } from '../api/csv.ts';
import { saveFile } from '../api/download.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { CheckField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { csvRows } from './columns.tsx';
import styles from './conversations.module.css';
import { forgetCalls } from './forget.ts';
import type { Selection } from './selection.ts';
import { changeEach } from './selection.ts';
import { slugOf } from './tags.tsx';

interface SelectedProps {
  readonly selection: Selection;
}

interface DialogProps extends SelectedProps {
  readonly onClose: () => void;
}

const refresh = [['conversations'], ['conversation']] as const;

/** Says what was done, and leaves selected what could not be changed. */
const finish = (selection: Selection, failed: readonly string[], done: (count: number) => string): void => {
  const count = selection.size - failed.length;
  if (count > 0) toast(done(count));
  if (failed.length > 0) toast(words.conversations.failedSome(failed.length));
  selection.replace(failed);
};

const TagDialog = ({ selection, onClose }: DialogProps) => {
  const { api } = useSession();
  const { conversations } = words;
  const form = useForm({
    initial: { tag: '' },
    send: ({ tag }) =>
      changeEach(selection.ids, (conversation_id) =>
        api.conversations.update({ params: { conversation_id }, body: { add_tags: [slugOf(tag)] } }),
      ),
    refresh,
    onSent: (failed) => {
      finish(selection, failed, (count) => conversations.taggedSome(count, slugOf(form.values.tag)));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={conversations.tag}
      action={conversations.tagAction}
      disabled={slugOf(form.values.tag) === ''}
      onClose={onClose}
    >
      <TextField
        label={conversations.tags.field}
        hint={conversations.tagHint}
        maxLength={32}
        {...form.bind('tag')}
      />
    </FormDialog>
  );
};

interface EraseSomeProps extends DialogProps {
  readonly onErased: (ids: readonly string[]) => unknown;
}

const EraseSomeDialog = ({ selection, onErased, onClose }: EraseSomeProps) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const { conversations } = words;
  const form = useForm({
    initial: { certain: false },
    send: () =>
      changeEach(selection.ids, (conversation_id) =>
        api.conversations.erase({ params: { conversation_id } }),
      ),
    refresh: [['conversations']],
    onSent: async (failed) => {
      const erased = selection.ids.filter((id) => !failed.includes(id));
      finish(selection, failed, conversations.eraseSome.done);
      onClose();
      await onErased(erased);
      forgetCalls(queries, erased);
    },
  });
  return (
    <FormDialog
      form={form}
      title={conversations.eraseSome.title(selection.size)}
      action={conversations.erase}
      danger
      disabled={!form.values.certain}
      onClose={onClose}
    >
      <p>{conversations.eraseText}</p>
      <CheckField label={conversations.certain} {...form.check('certain')} />
    </FormDialog>
  );
};

const ReviewedButton = ({ selection }: SelectedProps) => {
  const { api } = useSession();
  const mark = useAction({
    send: () =>
      changeEach(selection.ids, (conversation_id) =>
        api.conversations.update({ params: { conversation_id }, body: { reviewed: true } }),
      ),
    refresh,
    onSent: (failed) => finish(selection, failed, words.conversations.reviewedSome),
  });
  return (
    <Button small busy={mark.isPending} onClick={() => mark.mutate()}>
      {words.conversations.reviewed}
    </Button>
  );
};

interface SelectionBarProps extends SelectedProps {
  readonly items: readonly ConversationItem[];
  /** Called when calls were erased, before what was read of them is forgotten. */
  readonly onErased: (ids: readonly string[]) => unknown;
}

/** The actions on all selected calls. The bar lies below the list, so that it covers no row. */
export const SelectionBar = ({ selection, items, onErased }: SelectionBarProps) => {
  const { may } = useSession();
  const { conversations } = words;
  const save = () => {
    const chosen = items.filter(({ id }) => selection.has(id));
    saveFile(`${conversations.csv}.csv`, 'text/csv;charset=utf-8', toCsv(csvRows(chosen)));
  };
  return (
    <section className={styles.selection} aria-label={conversations.selected(selection.size)}>
      <strong role="status">{conversations.selected(selection.size)}</strong>
      <div className={cx(kit.row, kit.grow)}>
        {may('conversations:write') && (
          <>
            <DialogButton small dialog={(onClose) => <TagDialog selection={selection} onClose={onClose} />}>
              {conversations.tag}
            </DialogButton>
            <ReviewedButton selection={selection} />
          </>
        )}
        <Button small className={kit.roomy} onClick={save}>
          {conversations.export}
        </Button>
        {may('conversations:erase') && (
          <DialogButton
            small
            look="danger"
            dialog={(onClose) => (
              <EraseSomeDialog selection={selection} onErased={onErased} onClose={onClose} />
            )}
          >
            {conversations.erase}
          </DialogButton>
        )}
      </div>
      <Button
        small
        look="plain"
        className={kit.icon}
        aria-label={conversations.clearSelection}
        onClick={() => selection.replace([])}
      >
        <Icon name="close" />
      </Button>
    </section>
  );
};
