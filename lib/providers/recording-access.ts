import type { ProviderService } from './http.ts';

/** The location of a provider's recordings, and the API that returns them. */
export interface RecordingAccess {
  readonly service: ProviderService;
  /** The hosts that links to recordings may lead to, including patterns of `*.` and the end of a name. */
  readonly hosts: readonly string[];
  /** The path of the API that answers with a recording, or redirects to it; undefined if there is none. */
  readonly pathOf: ((conversationId: string) => string) | undefined;
}
