import { useSession } from '../api/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { KeyTable } from './key-table.tsx';

export const KeysPage = () => {
  const { me } = useSession();
  const org = useOrg();
  return (
    <>
      <PageHead title={words.keys.all} />
      <KeyTable key={org} clientId={org ?? me.client?.id} />
    </>
  );
};
