import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { OpeningHours, Weekday } from 'voice-agent-platform-client';
import { formatCalendarDay, formatWeekday } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { TextArea, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Waiting } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { exceptionsIn, spansIn, textOfExceptions, textOfSpans } from './opening-text.ts';
import styles from './organizations.module.css';

const days = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly Weekday[];

const textOfDay = ({ weekly }: OpeningHours, day: Weekday): string =>
  textOfSpans(weekly.filter(({ weekday }) => weekday === day));

const inOrder = (exceptions: OpeningHours['exceptions']) =>
  exceptions.toSorted((one, other) => (one.date < other.date ? -1 : 1));

interface EditDialogProps {
  readonly hours: OpeningHours;
  readonly onClose: () => void;
}

const EditDialog = ({ hours, onClose }: EditDialogProps) => {
  const { api } = useSession();
  const { openingHours: text } = words.organizations;
  const params = { client_id: hours.client_id };
  const form = useForm({
    initial: () => ({
      ...(Object.fromEntries(days.map((day) => [day, textOfDay(hours, day)])) as Record<Weekday, string>),
      exceptions: textOfExceptions(hours.exceptions),
    }),
    send: ({ exceptions, ...week }) =>
      api.openingHours.replace({
        params,
        body: {
          weekly: days.flatMap((weekday) =>
            (spansIn(week[weekday]) ?? []).map((span) => ({ weekday, ...span })),
          ),
          exceptions: exceptionsIn(exceptions) ?? [],
        },
      }),
    refresh: [['opening-hours', hours.client_id]],
    onSent: onClose,
  });
  const { values } = form;
  const isWrong = (day: Weekday) => spansIn(values[day]) === undefined;
  const wrongDates = exceptionsIn(values.exceptions) === undefined;
  const { fault: refused, ...exceptions } = form.bind('exceptions');
  return (
    <FormDialog
      form={form}
      title={text.title}
      action={words.kit.save}
      disabled={days.some(isWrong) || wrongDates}
      onClose={onClose}
    >
      <p className={kit.muted}>{text.hint(hours.timezone)}</p>
      {days.map((day, at) => (
        <TextField
          key={day}
          label={formatWeekday(at)}
          placeholder={text.closed}
          {...form.bind(day)}
          fault={isWrong(day) ? text.wrongTimes : undefined}
        />
      ))}
      <TextArea
        label={text.exceptions}
        hint={text.exceptionsHint}
        rows={4}
        placeholder={'2026-12-24 08:00–12:00\n2026-12-25'}
        {...exceptions}
        fault={wrongDates ? text.wrongDates : refused}
      />
    </FormDialog>
  );
};

/** The times of a week, which the agents of an organization know, and the dates that differ. */
export const OpeningHoursCard = ({ id }: { readonly id: string }) => {
  const { api, may } = useSession();
  const { openingHours: text } = words.organizations;
  const query = useQuery({
    queryKey: ['opening-hours', id],
    queryFn: ({ signal }) => api.openingHours.get({ params: { client_id: id }, signal }),
  });
  const hours = query.data;
  return (
    <section className={cx(kit.card, kit.stack, kit.tight)} aria-label={text.title}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{text.title}</h2>
        {hours && may('agents:write') && (
          <DialogButton small dialog={(onClose) => <EditDialog hours={hours} onClose={onClose} />}>
            {text.edit}
          </DialogButton>
        )}
      </div>
      <Waiting query={query} />
      {hours && hours.weekly.length + hours.exceptions.length === 0 && (
        <p className={kit.muted}>{text.none}</p>
      )}
      {hours && hours.weekly.length > 0 && (
        <dl className={kit.facts}>
          {days.map((day, at) => (
            <Fragment key={day}>
              <dt>{formatWeekday(at)}</dt>
              <dd>{textOfDay(hours, day) || text.closed}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {hours && hours.exceptions.length > 0 && (
        <ul className={styles.rows}>
          {inOrder(hours.exceptions).map(({ date, spans }) => (
            <li key={date}>
              <span>{formatCalendarDay(date)}</span>
              <span>{textOfSpans(spans) || text.closed}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
