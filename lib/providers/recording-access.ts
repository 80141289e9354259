import type { ProviderService } from './http.ts';

/** Where a provider's recordings are, and how its API hands one out. */
export interface RecordingAccess {
  readonly service: ProviderService;
  /** The hosts that links to recordings may lead to; `*.` and an end of a name among them. */
  readonly hosts: readonly string[];
  /** The path of the API that answers with a recording, or redirects to it; undefined if there is none. */
  readonly pathOf: ((conversationId: string) => string) | undefined;
}
