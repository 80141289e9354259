import type { CallReport } from './call-report.ts';

/** The meaning of an event by the rules of its provider. */
export type EventContent =
  | { readonly says: 'report'; readonly report: CallReport }
  /** Not about the course of a call. */
  | { readonly says: 'nothing' }
  /** About a call that it does not identify. */
  | { readonly says: 'unclear'; readonly detail: string };
