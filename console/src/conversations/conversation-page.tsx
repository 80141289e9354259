import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAnalyses } from '../analyzers/use-analyses.ts';
import { useDirectory } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAccesses } from '../audit/who-listened.tsx';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { useShortcut } from '../kit/use-shortcut.ts';
import { useOrg } from '../shell/use-org.ts';
import { MakeDialog } from '../tests/make-dialog.tsx';
import { words } from '../words/index.ts';
import { Judged, Known, Now, ReviewedButton, Said, Sound, Written } from './call-parts.tsx';
import { callerOf } from './caller.ts';
import styles from './conversations.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import type { NeighborsProps } from './neighbors.tsx';
import { Neighbors } from './neighbors.tsx';
import { useNotes } from './notes.tsx';
import { lastList } from './search.ts';
import { Outcome } from './state.tsx';
import { useCall } from './use-call.ts';
import { useCalls } from './use-calls.ts';
import { usePlayerKeys } from './use-player-keys.ts';

const route = getRouteApi('/conversations/$conversationId');

/**
 * The calls before and after one in the list that led to it. After a link to a call, there is no such list.
 */
const useNeighbors = (id: string): NeighborsProps | undefined => {
  const { list } = useCalls(lastList(), useOrg(), { enabled: false });
  const navigate = route.useNavigate();
  const at = list.items.findIndex((call) => call.id === id);
  const { hasNextPage, isFetching, fetchNextPage } = list.query;
  const isLast = at === list.items.length - 1;
  useEffect(() => {
    if (at >= 0 && isLast && hasNextPage && !isFetching) void fetchNextPage();
  }, [at, isLast, hasNextPage, isFetching, fetchNextPage]);
  const to = (index: number) => {
    const conversationId = list.items[index]?.id;
    if (!conversationId) return undefined;
    return () => void navigate({ params: { conversationId }, search: ({ t: _moment, ...search }) => search });
  };
  return at < 0 ? undefined : { onPrevious: to(at - 1), onNext: to(at + 1) };
};

/** Begins to read what the page shows of a call while the call itself is being read. */
const useParts = (id: string): void => {
  useAnalyses(id);
  useNotes(id);
  useAccesses(id);
  useDirectory('person', 'key');
};

const Page = ({ id }: { readonly id: string }) => {
  const { may } = useSession();
  const { t, q } = route.useSearch();
  const of = useCall(id, Math.max(0, Number(t) || 0));
  useParts(id);
  const { conversations } = words;
  usePlayerKeys(of.player, of.recording.data !== undefined);
  const neighbors = useNeighbors(id);
  useShortcut('j', () => neighbors?.onNext?.());
  useShortcut('k', () => neighbors?.onPrevious?.());
  return (
    <DetailPage
      back={
        <Link to="/conversations" search={lastList()}>
          {words.shell.pages.conversations}
        </Link>
      }
      title={of.call ? callerOf(of.call) : conversations.one}
      query={of.query}
      actions={(call) => (
        <>
          {neighbors && <Neighbors {...neighbors} />}
          <Outcome call={{ ...call, successful: call.quality?.successful ?? null }} />
          <ReviewedButton of={of} call={call} />
          {may('tests:write') && (
            <DialogButton
              dialog={(onClose) => <MakeDialog conversation={call} turns={of.turns} onClose={onClose} />}
            >
              {words.tests.make.open}
            </DialogButton>
          )}
          {may('conversations:erase') && (
            <DialogButton
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
        <div className={styles.whole}>
          {call.summary && (
            <p dir="auto" className={kit.notice}>
              {call.summary}
            </p>
          )}
          <Now call={call} />
          <Sound of={of} call={call} />
          <div className={styles.page}>
            <div className={kit.stack}>
              <Said of={of} call={call} q={q} />
            </div>
            <div className={kit.stack}>
              <Judged of={of} call={call} />
              <Written call={call} />
              <Known call={call} />
            </div>
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
