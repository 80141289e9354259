import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Statement } from 'voice-agent-platform-client';
import { formatMonthAndYear, formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { SaveCsv } from '../kit/save-csv.tsx';
import { words } from '../words/index.ts';
import styles from './billing.module.css';
import { Paper } from './paper.tsx';
import { fileNameOf, monthOf } from './period.ts';
import { MarkAsSent, SettleDialog, TakePaymentBack } from './settle.tsx';
import { lackingIn, StatementState } from './statement-state.tsx';
import { inCents } from './sums.ts';
import { useIssuing } from './use-issuing.ts';

const route = getRouteApi('/billing/$clientId/$statementId');

/** A browser names the file after the title of the page when it prints it as PDF. */
const usePrintedAs = (name: string | undefined): void => {
  useEffect(() => {
    if (!name) return;
    let title = document.title;
    const before = () => {
      title = document.title;
      document.title = name;
    };
    const after = () => {
      document.title = title;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [name]);
};

/** Says what an invoice lacks, while that can be mended and afterwards, with the places that mend it. */
const Lacking = ({ statement }: { readonly statement: Statement }) => {
  const { may } = useSession();
  const lacking = lackingIn(statement);
  const { status, client_id, issuer_id } = statement;
  if (lacking.length === 0 || (status !== 'draft' && status !== 'final')) return null;
  const { lacks } = words.billing;
  const placeOf = (name: (typeof lacking)[number]) => (name === 'addressee' ? client_id : issuer_id);
  return (
    <div className={cx(kit.notice, kit.warn, kit.stack, kit.tight, styles.aside)} role="note">
      <strong>{lacks.title}</strong>
      <ul>
        {lacking.map((name) => {
          const clientId = placeOf(name);
          return (
            <li key={name}>
              {may('clients:read') && clientId ? (
                <Link
                  to="/organizations/$clientId"
                  params={{ clientId }}
                  search={{ tab: 'settings' }}
                  hash="party"
                >
                  {lacks.facts[name]}
                </Link>
              ) : (
                lacks.facts[name]
              )}
            </li>
          );
        })}
      </ul>
      <p>{lacks[status]}</p>
    </div>
  );
};

/** The part below the paper that only the issuer of a statement sees. */
const Aside = ({ statement }: { readonly statement: Statement }) => {
  const { costs, margin, finalized_at, sent_at, external_reference } = statement;
  const { facts } = words.billing;
  const shown = [
    ...(costs ? [{ name: facts.costs, value: costs.map(inCents).join(', ') || words.kit.none }] : []),
    ...(margin ? [{ name: facts.margin, value: inCents(margin) }] : []),
    ...(finalized_at ? [{ name: facts.finalSince, value: formatTime(finalized_at) }] : []),
    ...(sent_at ? [{ name: facts.sent, value: formatTime(sent_at) }] : []),
    ...(external_reference ? [{ name: facts.reference, value: external_reference }] : []),
  ];
  return (
    shown.length > 0 && (
      <dl className={cx(kit.facts, styles.aside)}>
        {shown.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )
  );
};

export const StatementPage = () => {
  const { api, csv, may } = useSession();
  const { clientId, statementId } = route.useParams();
  const params = { client_id: clientId, statement_id: statementId };
  const found = useQuery({
    queryKey: ['statement', statementId],
    queryFn: ({ signal }) => api.statements.get({ params, signal }),
  });
  const isIssued = useIssuing();
  const mayWrite = found.data && may('billing:write') && isIssued(found.data);
  const maySettle = mayWrite && found.data?.status === 'final';
  const { billing } = words;
  const name = found.data && fileNameOf(found.data);
  usePrintedAs(name);
  return (
    <DetailPage
      back={<Link to="/billing">{words.shell.pages.billing}</Link>}
      title={
        found.data
          ? [found.data.addressee?.name ?? billing.erased, formatMonthAndYear(monthOf(found.data))].join(', ')
          : billing.one
      }
      query={found}
      actions={(statement) => (
        <>
          <StatementState statement={statement} />
          <SaveCsv
            name={`${fileNameOf(statement)}.csv`}
            read={() => csv((asking) => asking.statements.get({ params }))}
          />
          <Button onClick={() => window.print()}>
            <Icon name="print" />
            {billing.print}
          </Button>
          {mayWrite && statement.status === 'paid' && <TakePaymentBack statement={statement} />}
          {maySettle && (
            <>
              <DialogButton
                look="danger"
                dialog={(onClose) => <SettleDialog statement={statement} status="void" onClose={onClose} />}
              >
                {billing.settle.void.action}
              </DialogButton>
              <DialogButton
                {...(statement.sent_at && { look: 'primary' as const })}
                dialog={(onClose) => <SettleDialog statement={statement} status="paid" onClose={onClose} />}
              >
                {billing.settle.paid.action}
              </DialogButton>
              {!statement.sent_at && <MarkAsSent look="primary" statement={statement} />}
            </>
          )}
        </>
      )}
    >
      {(statement) => (
        <div data-flush className={styles.desk}>
          {statement.status === 'draft' && (
            <p className={cx(kit.notice, styles.aside)}>{billing.draftHint}</p>
          )}
          {isIssued(statement) && <Lacking statement={statement} />}
          <Paper statement={statement} />
          <Aside statement={statement} />
        </div>
      )}
    </DetailPage>
  );
};
