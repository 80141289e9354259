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
import { Sent } from '../kit/form.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { toast, toastProblem } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import type { BulkResult } from '../kit/use-progress.ts';
import { words } from '../words/index.ts';
import { csvRows } from './columns.tsx';
import styles from './conversations.module.css';
import { forgetCalls } from './forget.ts';
import type { toQuery } from './search.ts';
import type { Selection } from './selection.ts';
import { useChangeAll, useChangeEach } from './selection.ts';
import { slugOf } from './tags.tsx';

interface SelectedProps {
  readonly selection: Selection;
}

interface DialogProps extends SelectedProps {
  readonly onClose: () => void;
}

const refresh = [['conversations'], ['conversation']] as const;

/** Says what was done, and leaves selected what was not. */
const finish = (selection: Selection, { changed }: BulkResult, done: (count: number) => string): void => {
  if (changed.length > 0) toast(done(changed.length));
  if (selection.isOfAll) selection.replace([]);
  else selection.remove(changed);
};

/** Of calls that could not be changed. The dialog says why. */
const Failed = ({ of }: { readonly of: BulkResult | undefined }) =>
  of &&
  of.failed > 0 && <p className={cx(kit.notice, kit.warn)}>{words.conversations.failedSome(of.failed)}</p>;

interface TagDialogProps extends DialogProps {
  readonly query: ReturnType<typeof toQuery>;
}

const TagDialog = ({ selection, query, onClose }: TagDialogProps) => {
  const { progress, changeAll } = useChangeAll(selection, query);
  const { conversations } = words;
  const form = useForm({
    initial: { tag: '' },
    send: ({ tag }) => changeAll({ add_tags: [slugOf(tag)] }),
    refresh,
    onSent: (reply) => {
      finish(selection, reply, (count) => conversations.taggedSome(count, slugOf(form.values.tag)));
      if (reply.failed === 0) onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={conversations.tag}
      action={conversations.tagAction}
      disabled={slugOf(form.values.tag) === ''}
      progress={progress}
      problem={form.reply?.error}
      onClose={onClose}
    >
      <Failed of={form.reply} />
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
  const { progress, changeEach } = useChangeEach(selection);
  const { conversations } = words;
  const form = useForm({
    initial: { certain: false },
    send: () => changeEach((conversation_id) => api.conversations.erase({ params: { conversation_id } })),
    refresh: [['conversations']],
    onSent: async (reply) => {
      finish(selection, reply, conversations.eraseSome.done);
      if (reply.failed === 0) onClose();
      await onErased(reply.changed);
      forgetCalls(queries, reply.changed);
    },
  });
  return (
    <FormDialog
      form={form}
      title={conversations.eraseSome.title(selection.ids.length)}
      action={conversations.erase}
      danger
      disabled={!form.values.certain}
      progress={progress}
      problem={form.reply?.error}
      onClose={onClose}
    >
      <Failed of={form.reply} />
      <p>{conversations.eraseText}</p>
      <CheckField label={conversations.certain} {...form.check('certain')} />
    </FormDialog>
  );
};

interface SelectionBarProps extends SelectedProps {
  readonly items: readonly ConversationItem[];
  /** The filters, and the number of calls that match them, if the API can count them. */
  readonly query: ReturnType<typeof toQuery>;
  readonly count: number | undefined;
  /** Whether more calls match than `items`. */
  readonly hasMore: boolean;
  /** Called when calls were erased, before what was read of them is forgotten. */
  readonly onErased: (ids: readonly string[]) => unknown;
}

/** The actions on all selected calls. The bar lies below the list, so that it covers no row. */
export const SelectionBar = ({ selection, items, query, count, hasMore, onErased }: SelectionBarProps) => {
  const { may } = useSession();
  const { conversations } = words;
  const { progress, changeAll } = useChangeAll(selection, query);
  const mark = useAction({
    send: () => changeAll({ reviewed: true }),
    refresh,
    onSent: (reply) => {
      finish(selection, reply, conversations.reviewedSome);
      if (reply.failed > 0) void toastProblem(reply.error, conversations.failedSome(reply.failed));
    },
  });
  const save = () => {
    const chosen = items.filter(({ id }) => selection.has(id));
    saveFile(`${conversations.csv}.csv`, 'text/csv;charset=utf-8', toCsv(csvRows(chosen)));
  };
  const chosen =
    selection.size === undefined ? conversations.selectedAll : conversations.selected(selection.size);
  const isShown = items.length > 0 && items.every(({ id }) => selection.has(id));
  return (
    <section className={styles.selection} aria-label={chosen}>
      <strong role="status">{chosen}</strong>
      <div className={cx(kit.row, kit.grow)}>
        {mark.isPending && progress ? (
          <Sent small progress={progress} />
        ) : (
          <>
            {may('conversations:write') && (
              <>
                {isShown && hasMore && !selection.isOfAll && (
                  <Button small look="plain" onClick={() => selection.selectMatching(count)}>
                    {conversations.selectMatching(count)}
                  </Button>
                )}
                <DialogButton
                  small
                  dialog={(onClose) => <TagDialog selection={selection} query={query} onClose={onClose} />}
                >
                  {conversations.tag}
                </DialogButton>
                <Button small busy={mark.isPending} onClick={() => mark.mutate()}>
                  {conversations.reviewed}
                </Button>
              </>
            )}
            {!selection.isOfAll && (
              <Button small className={kit.roomy} onClick={save}>
                {conversations.export}
              </Button>
            )}
            {may('conversations:erase') && !selection.isOfAll && (
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
          </>
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
