import type { ReactNode } from 'react';
import type { Conversation } from 'voice-agent-platform-client';
import { formatDuration, formatMoney, formatNumber, formatTime, inWords } from '../api/format.ts';
import { AgentName, OrganizationName } from '../api/names.tsx';
import { Badge } from '../kit/badge.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { callerOf } from './row.tsx';

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) =>
  children === null || children === undefined ? null : (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );

const Raw = ({ title, value }: { readonly title: string; readonly value: object }) => {
  const text = JSON.stringify(value, undefined, 2);
  return Object.keys(value).length === 0 ? null : (
    <details className={kit.card}>
      <summary>{title}</summary>
      <div className={cx(kit.stack, kit.tight)}>
        <pre>{text}</pre>
        <div>
          <CopyButton text={text}>Copy</CopyButton>
        </div>
      </div>
    </details>
  );
};

const Quality = ({ quality }: { readonly quality: NonNullable<Conversation['quality']> }) => (
  <section className={cx(kit.card, kit.stack, kit.tight)} aria-label="Evaluation">
    <div className={cx(kit.row, kit.spread)}>
      <h2>Evaluation</h2>
      {quality.successful !== null && (
        <Badge tone={quality.successful ? 'good' : 'bad'}>
          {quality.successful ? 'Successful' : 'Not successful'}
        </Badge>
      )}
    </div>
    {quality.score !== null && (
      <p className={cx(kit.small, kit.muted)}>Score {formatNumber(quality.score)} of 1</p>
    )}
    <ul className={cx(kit.stack, kit.tight)}>
      {quality.criteria.map(({ name, passed, rationale }) => (
        <li key={name}>
          <span className={kit.row}>
            <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'Passed' : 'Failed'}</Badge>
            <span>{name}</span>
          </span>
          {rationale && <p className={cx(kit.small, kit.muted)}>{rationale}</p>}
        </li>
      ))}
    </ul>
  </section>
);

/** Everything that is known about a conversation beside what was said. */
export const Facts = ({ conversation: shown }: { readonly conversation: Conversation }) => (
  <div className={kit.stack}>
    <section className={cx(kit.card, kit.stack, kit.tight)} aria-label="Details">
      <h2>Details</h2>
      <dl className={kit.facts}>
        <Fact name="Started">{formatTime(shown.start_time)}</Fact>
        <Fact name="Length">{shown.duration_ms === null ? null : formatDuration(shown.duration_ms)}</Fact>
        <Fact name="Caller">{callerOf(shown)}</Fact>
        <Fact name="Number">{shown.caller?.name ? shown.caller.number : null}</Fact>
        <Fact name="Channel">
          {inWords(shown.channel)}
          {shown.direction && `, ${shown.direction}`}
        </Fact>
        <Fact name="Agent">
          <AgentName id={shown.agent_id} />, version {shown.agent_version}
        </Fact>
        <Fact name="Organization">
          <OrganizationName id={shown.client_id} />
        </Fact>
        <Fact name="Ended">{shown.end_reason && inWords(shown.end_reason)}</Fact>
        <Fact name="Cost">{shown.cost && formatMoney(shown.cost)}</Fact>
        <Fact name="Provider">{shown.provider?.name}</Fact>
        <Fact name="Id">
          <span className={kit.mono}>{shown.id}</span>
        </Fact>
        <Fact name="External id">
          {shown.external_id && <span className={kit.mono}>{shown.external_id}</span>}
        </Fact>
      </dl>
    </section>
    {shown.quality && <Quality quality={shown.quality} />}
    {Object.keys(shown.metrics).length > 0 && (
      <section className={cx(kit.card, kit.stack, kit.tight)} aria-label="Metrics">
        <h2>Metrics</h2>
        <dl className={kit.facts}>
          {Object.entries(shown.metrics).map(([name, value]) => (
            <Fact key={name} name={inWords(name)}>
              <span className={kit.figures}>{formatNumber(value)}</span>
            </Fact>
          ))}
        </dl>
      </section>
    )}
    <Raw title="Extracted data" value={shown.data} />
    <Raw title="Provider’s data" value={shown.provider ?? {}} />
    <Raw title="Metadata" value={shown.metadata} />
  </div>
);
