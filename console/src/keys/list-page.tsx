import { useSession } from '../api/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { KeyTable, NewKey } from './key-table.tsx';

export const KeysPage = () => {
  const { me } = useSession();
  const org = useOrg();
  const clientId = org ?? me.client?.id;
  return (
    <>
      <PageHead title={words.keys.all}>
        <NewKey clientId={clientId} />
      </PageHead>
      <KeyTable key={org} clientId={clientId} />
    </>
  );
};
