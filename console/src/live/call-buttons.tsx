import { Link, useNavigate } from '@tanstack/react-router';
import type { ConversationItem, ExpandedConversation } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { TextArea, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { toast, toastProblem } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { useAuthor } from './author.tsx';

/** A conversation that goes on, as a list or its own page has it. */
export type LiveConversation = Pick<
  ConversationItem & ExpandedConversation,
  'id' | 'client_id' | 'channel' | 'handling' | 'controls'
>;

interface LiveProps {
  readonly call: LiveConversation;
}

/** The queries that show who speaks in a call. */
export const shownBy = (id: string) => [['conversation', id], ['live'], ['inbox']] as const;

/** Whether this platform holds the call, so that people can take it over. */
const isHeldHere = ({ handling, channel }: LiveConversation): boolean =>
  handling !== null && channel === 'phone';

const isNumber = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

interface DialogProps extends LiveProps {
  readonly onClose: () => void;
}

const TransferDialog = ({ call, onClose }: DialogProps) => {
  const { api, may } = useSession();
  const { transfer } = words.conversations.live;
  const form = useForm({
    initial: { to: '' },
    send: ({ to }) =>
      api.calls.control({
        params: { conversation_id: call.id },
        body: { action: 'transfer', to: to.replaceAll(/[\s()-]/g, '') },
      }),
    refresh: shownBy(call.id),
    onSent: () => {
      toast(transfer.done);
      onClose();
    },
  });
  const { to } = form.values;
  const fault = faultAt(form.error, '/to');
  const isRefused = fault !== undefined && isNumber(to.replaceAll(/[\s()-]/g, ''));
  return (
    <FormDialog form={form} title={transfer.open} action={transfer.open} danger onClose={onClose}>
      <p>{transfer.text}</p>
      <TextField
        type="tel"
        required
        label={transfer.number}
        hint={transfer.hint}
        {...form.bind('to')}
        fault={fault === undefined ? undefined : isRefused ? transfer.refused : transfer.malformed}
      />
      {isRefused && may('clients:read') && (
        <p className={kit.small}>
          <Link
            to="/organizations/$clientId"
            params={{ clientId: call.client_id }}
            search={{ tab: 'settings' }}
            hash="calls"
          >
            {transfer.settings}
          </Link>
        </p>
      )}
    </FormDialog>
  );
};

const InstructDialog = ({ call, onClose }: DialogProps) => {
  const { api } = useSession();
  const { instruct } = words.conversations.live;
  const author = useAuthor();
  const form = useForm({
    initial: { text: '' },
    send: ({ text }) =>
      api.calls.control({
        params: { conversation_id: call.id },
        body: { action: 'instruct', text: text.trim(), ...author.field },
      }),
    refresh: shownBy(call.id),
    onSent: () => {
      author.keep();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={instruct.open} action={instruct.open} onClose={onClose}>
      <TextArea
        required
        rows={3}
        maxLength={1000}
        label={instruct.label}
        hint={instruct.hint}
        {...form.bind('text')}
      />
      {author.input}
    </FormDialog>
  );
};

/** Takes a conversation over, and leads to the place where one speaks in it. */
const TakeOver = ({ call }: LiveProps) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const { id } = call;
  const take = useAction({
    send: () => api.handovers.create({ params: { conversation_id: id } }),
    refresh: shownBy(id),
    onSent: () =>
      isHeldHere(call)
        ? navigate({ to: '/conversations/$conversationId', params: { conversationId: id } })
        : navigate({ to: '/inbox', search: (before) => ({ org: before.org, chat: id }) }),
    onRefused: toastProblem,
  });
  return (
    <Button small busy={take.isPending} onClick={() => take.mutate()}>
      {words.conversations.live.takeOver}
    </Button>
  );
};

const GiveBack = ({ call: { id } }: LiveProps) => {
  const { api } = useSession();
  const { inbox } = words.chats;
  const give = useAction({
    send: () => api.handovers.remove({ params: { conversation_id: id } }),
    refresh: shownBy(id),
    onSent: () => toast(inbox.givenBack),
    onRefused: toastProblem,
  });
  return (
    <Button small busy={give.isPending} onClick={() => give.mutate()}>
      {inbox.giveBack}
    </Button>
  );
};

const End = ({ call }: LiveProps) => {
  const { api } = useSession();
  const { end } = words.conversations.live;
  const isCall = call.controls?.includes('end') === true;
  const params = { conversation_id: call.id };
  return (
    <ConfirmButton
      small
      look="danger"
      ask={{
        title: isCall ? end.title : words.chats.inbox.endTitle,
        text: isCall ? end.text : words.chats.inbox.endText,
        action: isCall ? end.action : words.chats.inbox.end,
        danger: true,
        send: () =>
          isCall ? api.calls.control({ params, body: { action: 'end' } }) : api.chats.end({ params }),
        refresh: shownBy(call.id),
      }}
    >
      {words.chats.inbox.endOpen}
    </ConfirmButton>
  );
};

/** Everything that one can do in a conversation that goes on. `brief`: the most important of it. */
export const CallButtons = ({ call, brief = false }: LiveProps & { readonly brief?: boolean }) => {
  const { may } = useSession();
  const { live } = words.conversations;
  const { handling, controls = [] } = call;
  const isChat = handling !== null && call.channel !== 'phone';
  const mayTake = may('chats:write') && (isChat || (isHeldHere(call) && may('calls:write')));
  const mayControl = (action: (typeof controls)[number]) => may('calls:write') && controls.includes(action);
  return (
    <>
      {mayTake && handling !== 'human' && <TakeOver call={call} />}
      {mayTake && handling === 'human' && <GiveBack call={call} />}
      {!brief && mayControl('instruct') && (
        <DialogButton small dialog={(onClose) => <InstructDialog call={call} onClose={onClose} />}>
          {live.instruct.open}
        </DialogButton>
      )}
      {!brief && mayControl('transfer') && (
        <DialogButton small dialog={(onClose) => <TransferDialog call={call} onClose={onClose} />}>
          {live.transfer.open}
        </DialogButton>
      )}
      {(mayControl('end') || (isChat && mayTake)) && <End call={call} />}
    </>
  );
};
