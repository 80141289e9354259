import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../api/format.ts';
import { signOutEverywhere, useSession } from '../api/session.ts';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { Waiting } from '../kit/notices.tsx';
import { Table } from '../kit/table.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { words } from '../words/index.ts';

/** The browsers in which a person has signed in. */
export const SessionsPage = () => {
  const { api } = useSession();
  const { sessions: text } = words.people;
  const found = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.sessions.list({ signal }),
  });
  return (
    <>
      <PageHead title={text.title}>
        <ConfirmButton
          look="danger"
          ask={{
            title: text.everywhereTitle,
            text: text.everywhereText,
            action: text.signOut,
            danger: true,
            send: signOutEverywhere,
          }}
        >
          {text.everywhere}
        </ConfirmButton>
      </PageHead>
      <Waiting query={found} />
      {found.data && (
        <Table
          label={text.all}
          items={found.data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: text.signedIn,
              kind: 'heading',
              cell: ({ created_at, current }) => (
                <>
                  {formatTime(created_at)} {current && <Badge tone="accent">{text.current}</Badge>}
                </>
              ),
            },
            { title: text.ends, cell: ({ expires_at }) => formatTime(expires_at) },
            { title: text.address, kind: 'mono', cell: ({ address }) => address },
            { title: text.browser, kind: 'small', cell: ({ user_agent }) => user_agent ?? text.unknown },
          ]}
        />
      )}
    </>
  );
};
