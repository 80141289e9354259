import type { ExportFormat, ExportResource, Scope } from 'voice-agent-platform-client';
import type { Days } from '../api/days.ts';
import { momentsHere } from '../api/days.ts';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { zoneHere } from '../api/zone.ts';
import { cx } from '../kit/cx.ts';
import { DateRange } from '../kit/date-range.tsx';
import { CheckField, SelectField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { words } from '../words/index.ts';

/** The resources of exports, each with the scope that reads it. */
const resources = [
  { name: 'conversations', scope: 'conversations:read' },
  { name: 'turns', scope: 'conversations:read' },
  { name: 'notes', scope: 'conversations:read' },
  { name: 'analyses', scope: 'analysis:read' },
  { name: 'agents', scope: 'agents:read' },
  { name: 'documents', scope: 'agents:read' },
  { name: 'clients', scope: 'clients:read' },
  { name: 'usage', scope: 'usage:read' },
] as const satisfies readonly { readonly name: ExportResource; readonly scope: Scope }[];

const formats = ['ndjson', 'csv', 'parquet'] as const satisfies readonly ExportFormat[];

export const CreateExportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, may } = useSession();
  const owner = useOwner();
  const allowed = resources.filter(({ scope }) => may(scope));
  const form = useForm({
    initial: {
      resources: allowed.map(({ name }) => name) as readonly ExportResource[],
      recordings: false,
      format: 'ndjson' as ExportFormat,
      days: {} as Days,
    },
    send: ({ days, ...chosen }) =>
      api.exports.create({
        body: {
          ...chosen,
          ...(owner.owner && { client_id: owner.owner }),
          filters: momentsHere(days),
        },
      }),
    refresh: [['exports']],
    onSent: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={words.exports.create}
      action={words.exports.action}
      owner={{ ...owner, platform: words.exports.platform }}
      disabled={form.values.resources.length === 0}
      onClose={onClose}
    >
      <fieldset className={cx(kit.stack, kit.tight)}>
        <legend className={kit.label}>{words.exports.what}</legend>
        {allowed.map(({ name }) => (
          <CheckField key={name} label={words.exports.resources[name]} {...form.toggle('resources', name)} />
        ))}
        {may('recordings:read') && may('conversations:read') && (
          <CheckField
            label={words.exports.resources.recordings}
            hint={words.exports.recordingsHint}
            {...form.check('recordings')}
          />
        )}
      </fieldset>
      <SelectField
        label={words.exports.format}
        options={formats.map((value) => ({ value, label: words.exports.formats[value] }))}
        {...form.bind('format')}
      />
      <div className={cx(kit.columns, kit.range)}>
        <DateRange
          days={form.values.days}
          timeZone={zoneHere}
          faults={{
            from: faultAt(form.error, '/filters/start_after'),
            to: faultAt(form.error, '/filters/start_before'),
          }}
          onChange={(days) => form.change({ days }, ['/filters'])}
        />
      </div>
    </FormDialog>
  );
};
