import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../api/format.ts';
import { signOutEverywhere, useSession } from '../api/session.ts';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { Table } from '../kit/table.tsx';
import { PageHead } from '../shell/page-head.tsx';

/** The browsers in which a person has signed in. */
export const SessionsPage = () => {
  const { api } = useSession();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.sessions.list({ signal }),
  });
  return (
    <>
      <PageHead title="Your sessions">
        <ConfirmButton
          ask={{
            title: 'Sign out everywhere?',
            text: 'Every browser in which you have signed in is signed out within ten seconds, also this one.',
            action: 'Sign out',
            danger: true,
            send: signOutEverywhere,
          }}
        >
          Sign out everywhere …
        </ConfirmButton>
      </PageHead>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading />}
      {data && (
        <Table
          label="Sessions"
          items={data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Signed in',
              kind: 'heading',
              cell: ({ created_at, current }) => (
                <>
                  {formatTime(created_at)} {current && <Badge tone="accent">This browser</Badge>}
                </>
              ),
            },
            { title: 'Ends', cell: ({ expires_at }) => formatTime(expires_at) },
            { title: 'Address', kind: 'mono', cell: ({ address }) => address },
            { title: 'Browser', kind: 'small', cell: ({ user_agent }) => user_agent ?? 'Unknown' },
          ]}
        />
      )}
    </>
  );
};
