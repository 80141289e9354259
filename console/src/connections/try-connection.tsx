import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { connectionWords } from '../words/connections.ts';

/** Tests a connection, and says whether people can sign in. */
export const TryConnection = ({ connectionId }: { readonly connectionId: string }) => {
  const { api } = useSession();
  const test = useAction({
    send: () => api.connections.test({ params: { connection_id: connectionId } }),
  });
  return (
    <div className={cx(kit.stack, kit.tight)}>
      <div>
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {connectionWords().test}
        </Button>
      </div>
      {test.error && <Problem error={test.error} />}
      {test.data && (
        <p className={cx(kit.notice, test.data.successful ? kit.good : kit.bad)} role="status">
          {test.data.detail ?? connectionWords().works}
        </p>
      )}
    </div>
  );
};
