import type { CallControl } from '#lib/contract/calls.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { ControlOrder } from '#lib/domain/integrations/controller.ts';

const fields = ['text', 'author', 'to'] as const;
type ControlField = (typeof fields)[number];

const fieldsOf: Readonly<Record<CallControl['action'], readonly ControlField[]>> = {
  end: [],
  say: ['text', 'author'],
  instruct: ['text', 'author'],
  transfer: ['to'],
};

const needed = (field: ControlField, action: string) =>
  invalid({ pointer: `/${field}`, code: 'required', detail: `is required to ${action}` });

/** The order in a request, which has the fields of its action and no others. */
export const orderOf = (control: CallControl): ControlOrder => {
  const { action, text, to } = control;
  const other = fields.find((field) => control[field] !== null && !fieldsOf[action].includes(field));
  if (other) {
    const detail = `must be absent with ${action}`;
    throw invalid({ pointer: `/${other}`, code: 'not_applicable', detail });
  }
  if (action === 'end') return { action };
  if (action === 'transfer') {
    if (to === null) throw needed('to', action);
    return { action, to };
  }
  if (text === null) throw needed('text', action);
  return { action, text };
};
