import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Menu, MenuItem, MenuLink } from '../kit/menu.tsx';
import { Waiting } from '../kit/notices.tsx';
import { useShortcut } from '../kit/use-shortcut.ts';
import { MakeDialog } from '../tests/make-dialog.tsx';
import { words } from '../words/index.ts';
import { Judged, Known, Now, ReviewedButton, Said, Sound, Written } from './call-parts.tsx';
import { callerOf } from './caller.ts';
import styles from './conversations.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import { ErasePersonDialog } from './erase-person-dialog.tsx';
import type { NeighborsProps } from './neighbors.tsx';
import { Neighbors, Tool } from './neighbors.tsx';
import { Outcome } from './state.tsx';
import { useCall } from './use-call.ts';
import { usePlayerKeys } from './use-player-keys.ts';

interface CallPaneProps extends NeighborsProps {
  readonly id: string;
  readonly q?: string | undefined;
  /** `3 of 50+`; absent for a call that is not in the list. */
  readonly position?: string | undefined;
  readonly onClose: () => void;
}

/** One call beside the list: what was said, what was found out, and the calls before and after it. */
export const CallPane = ({ id, q, position, onPrevious, onNext, onClose }: CallPaneProps) => {
  const { may } = useSession();
  const of = useCall(id, 0);
  const { call, query } = of;
  const [dialog, setDialog] = useState<'call' | 'person' | 'test'>();
  const { pane, person, eraseOne } = words.conversations;
  usePlayerKeys(of.player, of.recording.data !== undefined);
  useShortcut('e', () => call && of.review.mutate(call.reviewed === null), may('conversations:write'));
  const number = call?.caller?.number ?? call?.caller?.id ?? undefined;
  const close = () => setDialog(undefined);
  return (
    <div className={styles.pane}>
      <header className={styles.paneHead}>
        <div className={kit.row}>
          <Neighbors onPrevious={onPrevious} onNext={onNext} />
          {position && <span className={cx(kit.small, kit.muted)}>{position}</span>}
          <span className={kit.grow} />
          {call && <ReviewedButton of={of} call={call} />}
          <Menu
            trigger={
              <Button small look="plain" className={kit.icon} aria-label={pane.more}>
                <Icon name="more" />
              </Button>
            }
          >
            <MenuLink
              link={
                <Link
                  to="/conversations/$conversationId"
                  params={{ conversationId: id }}
                  search={({ org }) => ({ org, q })}
                />
              }
            >
              {pane.open}
            </MenuLink>
            {may('tests:write') && (
              <MenuItem onClick={() => setDialog('test')}>{words.tests.make.open}</MenuItem>
            )}
            {may('conversations:erase') && (
              <MenuItem danger onClick={() => setDialog('call')}>
                {eraseOne}
              </MenuItem>
            )}
            {may('conversations:erase') && number && (
              <MenuItem danger onClick={() => setDialog('person')}>
                {person.open}
              </MenuItem>
            )}
          </Menu>
          <Tool label={pane.close} icon="close" onClick={onClose} />
        </div>
        {call && (
          <div>
            <h2 className={kit.clip}>
              <bdi>{callerOf(call)}</bdi>
            </h2>
            <p className={cx(kit.small, kit.muted)}>
              {[call.caller?.name && call.caller.number, call.client_name, call.agent_name]
                .filter(Boolean)
                .join(' · ')}{' '}
              · {formatTime(call.start_time)}
            </p>
          </div>
        )}
      </header>
      <Waiting query={query} />
      {call && (
        <>
          <Now call={call} />
          <Sound of={of} call={call} />
          <div className={kit.row}>
            <Outcome call={{ ...call, successful: call.quality?.successful ?? null }} />
          </div>
          {call.summary && <p dir="auto">{call.summary}</p>}
          <Judged of={of} call={call} />
          <Said of={of} call={call} q={q} />
          <Written call={call} />
          <Known call={call} />
        </>
      )}
      {dialog === 'test' && call && <MakeDialog conversation={call} turns={of.turns} onClose={close} />}
      {dialog === 'call' && <EraseDialog conversationId={id} onClose={close} />}
      {dialog === 'person' && <ErasePersonDialog caller={number} onClose={close} />}
    </div>
  );
};
