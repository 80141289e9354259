import type { ReactNode } from 'react';
import type { Conversation, ExpandedConversation } from 'voice-agent-platform-client';
import { formatDuration, formatMoney, formatNumber, formatTime, inWords } from '../api/format.ts';
import { valueInWords } from '../api/values.ts';
import { nameOfProvider } from '../integrations/providers.ts';
import { Badge } from '../kit/badge.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import { callerOf } from './caller.ts';

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
    <details>
      <summary>{title}</summary>
      <div className={cx(kit.stack, kit.tight)}>
        <pre>{text}</pre>
        <div>
          <CopyButton text={text}>{words.conversations.facts.copy}</CopyButton>
        </div>
      </div>
    </details>
  );
};

const Quality = ({ quality }: { readonly quality: NonNullable<Conversation['quality']> }) => (
  <section className={cx(kit.stack, kit.tight)} aria-label={words.conversations.facts.evaluation}>
    <div className={cx(kit.row, kit.spread)}>
      <h2>{words.conversations.facts.evaluation}</h2>
      {quality.successful !== null && (
        <Badge tone={quality.successful ? 'good' : 'bad'}>
          {words.conversations.states[quality.successful ? 'good' : 'bad']}
        </Badge>
      )}
    </div>
    {quality.score !== null && (
      <p className={cx(kit.small, kit.muted)}>{words.conversations.facts.score(quality.score)}</p>
    )}
    <ul className={cx(kit.stack, kit.tight)}>
      {quality.criteria.map(({ name, passed, rationale }) => (
        <li key={name}>
          <span className={kit.row}>
            <Badge tone={passed === false ? 'bad' : undefined}>
              {passed === null
                ? words.conversations.states.open
                : words.conversations.facts[passed ? 'passed' : 'failed']}
            </Badge>
            <span>{name}</span>
          </span>
          {rationale && <p className={cx(kit.small, kit.muted)}>{rationale}</p>}
        </li>
      ))}
    </ul>
  </section>
);

/** Everything that is known about a conversation beside what was said. */
export const Facts = ({ conversation: shown }: { readonly conversation: ExpandedConversation }) => {
  const { facts } = words.conversations;
  return (
    <>
      {shown.quality && shown.quality.criteria.length > 0 && <Quality quality={shown.quality} />}
      <section className={cx(kit.stack, kit.tight)} aria-label={facts.title}>
        <h2>{facts.title}</h2>
        <dl className={kit.facts}>
          <Fact name={facts.started}>{formatTime(shown.start_time)}</Fact>
          <Fact name={facts.length}>
            {shown.duration_ms === null ? null : formatDuration(shown.duration_ms)}
          </Fact>
          <Fact name={facts.caller}>{callerOf(shown)}</Fact>
          <Fact name={facts.number}>{shown.caller?.name ? shown.caller.number : null}</Fact>
          <Fact name={facts.channel}>
            {[shown.channel, shown.direction]
              .filter((part) => part !== null)
              .map(inWords)
              .join(', ')}
          </Fact>
          <Fact name={facts.agent}>
            {shown.agent_name ?? words.kit.none}, {facts.version(shown.agent_version)}
          </Fact>
          <Fact name={facts.organization}>{shown.client_name}</Fact>
          <Fact name={facts.ended}>{shown.end_reason && valueInWords('ended', shown.end_reason)}</Fact>
          <Fact name={facts.cost}>{shown.cost && formatMoney(shown.cost)}</Fact>
          <Fact name={facts.carrierCost}>{shown.carrier_cost && formatMoney(shown.carrier_cost)}</Fact>
          <Fact name={facts.provider}>{shown.provider && nameOfProvider(shown.provider.name)}</Fact>
          <Fact name={facts.id}>
            <span className={kit.mono}>{shown.id}</span>
          </Fact>
          <Fact name={facts.externalId}>
            {shown.external_id && <span className={kit.mono}>{shown.external_id}</span>}
          </Fact>
        </dl>
      </section>
      {Object.keys(shown.metrics).length > 0 && (
        <section className={cx(kit.stack, kit.tight)} aria-label={facts.metrics}>
          <h2>{facts.metrics}</h2>
          <dl className={kit.facts}>
            {Object.entries(shown.metrics).map(([name, value]) => (
              <Fact key={name} name={inWords(name)}>
                {formatNumber(value)}
              </Fact>
            ))}
          </dl>
        </section>
      )}
      <Raw title={facts.data} value={shown.data} />
      <Raw title={facts.providerData} value={shown.provider ?? {}} />
      <Raw title={facts.metadata} value={shown.metadata} />
    </>
  );
};
