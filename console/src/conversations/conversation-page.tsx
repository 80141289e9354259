import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import { Judged, Known, ReviewedButton, Said, Sound, Written } from './call-parts.tsx';
import { callerOf } from './caller.ts';
import styles from './conversations.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import { lastList } from './search.ts';
import { Outcome } from './state.tsx';
import { useCall } from './use-call.ts';
import { usePlayerKeys } from './use-player-keys.ts';

const route = getRouteApi('/conversations/$conversationId');

const Page = ({ id }: { readonly id: string }) => {
  const { may } = useSession();
  const { t, q } = route.useSearch();
  const of = useCall(id, Math.max(0, Number(t) || 0));
  const { conversations } = words;
  usePlayerKeys(of.player, of.recording.data !== undefined);
  return (
    <DetailPage
      back={
        <Link to="/conversations" search={lastList()}>
          {conversations.back}
        </Link>
      }
      title={of.call ? callerOf(of.call) : conversations.one}
      query={of.query}
      actions={(call) => (
        <>
          <Outcome call={{ ...call, successful: call.quality?.successful ?? null }} />
          <ReviewedButton of={of} call={call} />
          {may('conversations:erase') && (
            <DialogButton
              small
              look="danger"
              dialog={(onClose) => <EraseDialog conversationId={id} onClose={onClose} />}
            >
              {conversations.erase}
            </DialogButton>
          )}
        </>
      )}
    >
      {(call) => (
        <div className={styles.page}>
          <div className={kit.stack}>
            {call.summary && (
              <p dir="auto" className={kit.notice}>
                {call.summary}
              </p>
            )}
            <Sound of={of} call={call} />
            <Said of={of} call={call} q={q} />
          </div>
          <div className={kit.stack}>
            <Judged of={of} call={call} />
            <Written call={call} />
            <Known call={call} />
          </div>
        </div>
      )}
    </DetailPage>
  );
};

/** A call at its own address. Another call is another page: nothing of the player before is left. */
export const ConversationPage = () => {
  const { conversationId } = route.useParams();
  return <Page key={conversationId} id={conversationId} />;
};
