import type { Statement, StatementAddressee } from 'voice-agent-platform-client';
import { formatCalendarDay, formatDate, formatMoney, formatNumber } from '../api/format.ts';
import kit from '../kit/kit.module.css';
import { Logo } from '../shell/logo.tsx';
import { words } from '../words/index.ts';
import styles from './billing.module.css';
import { periodOf } from './period.ts';

const Party = ({ label, party }: { readonly label: string; readonly party: StatementAddressee | null }) => (
  <div>
    <h3>{label}</h3>
    <p>
      <strong>{party?.name ?? words.shell.thePlatform}</strong>
    </p>
    {party?.address && <p className={styles.lines}>{party.address}</p>}
    {party?.tax_id && <p>{words.billing.taxId(party.tax_id)}</p>}
  </div>
);

/** A statement as a document: on light paper in every theme, and as it is printed. */
export const Paper = ({ statement: shown }: { readonly statement: Statement }) => {
  const { paper } = words.billing;
  const { issuer, tax, status } = shown;
  const isVoid = status === 'void';
  const due_date = isVoid ? null : shown.due_date;
  const stamp = isVoid || status === 'draft' ? words.billing.states[status] : undefined;
  const facts = [
    { name: paper.number, value: shown.number ?? (shown.finalized_at ? words.kit.none : paper.draft) },
    ...(shown.finalized_at ? [{ name: paper.date, value: formatDate(shown.finalized_at) }] : []),
    { name: paper.period, value: periodOf(shown) },
    ...(due_date ? [{ name: paper.due, value: formatCalendarDay(due_date) }] : []),
  ];
  return (
    <article className={styles.paper} data-stamp={stamp} aria-labelledby="statement">
      <div className={styles.two}>
        <div className={kit.stack}>
          <Logo />
          <h2 id="statement">{words.billing.one}</h2>
          {stamp && <p className={styles.stamp}>{stamp}</p>}
          {isVoid && <p>{paper.voided}</p>}
        </div>
        <dl className={styles.meta}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.two}>
        <Party label={paper.from} party={issuer} />
        <Party
          label={paper.to}
          party={shown.addressee ?? { name: words.billing.erased, address: null, tax_id: null, email: null }}
        />
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{paper.description}</th>
            <th scope="col" className={kit.number}>
              {paper.quantity}
            </th>
            <th scope="col" className={kit.number}>
              {paper.price}
            </th>
            <th scope="col" className={kit.number}>
              {paper.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.lines.map(({ description, quantity, unit, unit_price, amount }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Two lines can be the same, such as two packs.
            <tr key={at}>
              <th scope="row">{description}</th>
              <td className={kit.number}>{paper.quantities[unit](formatNumber(Number(quantity)))}</td>
              <td className={kit.number}>{formatMoney(unit_price)}</td>
              <td className={kit.number}>{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.totals}>
        {tax && (
          <>
            <dt>{paper.net}</dt>
            <dd>{formatMoney(shown.total)}</dd>
            <dt>{paper.tax(tax.name, formatNumber(Number(tax.rate)))}</dt>
            <dd>{formatMoney(tax.amount)}</dd>
          </>
        )}
        <dt className={styles.due}>{paper.amountDue}</dt>
        <dd className={styles.due}>
          {isVoid ? <del>{formatMoney(shown.amount_due)}</del> : formatMoney(shown.amount_due)}
        </dd>
      </dl>
      {tax?.note && <p className={styles.note}>{tax.note}</p>}
      <footer>
        {!isVoid && (issuer?.payment_details || due_date) && (
          <div>
            <h3>{paper.payment}</h3>
            {due_date && <p>{paper.payUntil(formatCalendarDay(due_date))}</p>}
            {issuer?.payment_details && <p className={styles.lines}>{issuer.payment_details}</p>}
          </div>
        )}
        {issuer?.email && (
          <div>
            <h3>{paper.questions}</h3>
            <p className={styles.lines}>{issuer.email}</p>
          </div>
        )}
        {!isVoid && (
          <div>
            <h3>{paper.corrections}</h3>
            <p>{paper.correctionsText}</p>
          </div>
        )}
      </footer>
    </article>
  );
};
