import type { Agent } from '#lib/contract/agents.ts';
import type { NotCarried } from '#lib/contract/deployments.ts';
import type { Integration } from '#lib/contract/integrations.ts';

/** What is to be made at a provider. */
export interface DeploymentOrder {
  readonly deployment_id: string;
  readonly agent: Omit<Agent, 'knowledge_base'>;
  readonly documents: readonly {
    readonly id: string;
    readonly version: number;
    readonly name: string;
    readonly text: string;
  }[];
  readonly webhook: {
    readonly url: string;
    readonly secret: string | null;
    readonly verification: Integration['verification'];
    /** The webhook that an earlier deployment made at the provider; null: none did. */
    readonly provider_id: string | null;
    /** Keeps the secret of a webhook that was made at the provider, which shows it once. */
    readonly keep: (secret: string, providerId: string) => Promise<void>;
  };
}

/**
 * What has been made at a provider, step by step. That a step begins is noted before the provider is asked, and what came of it
 * after: a step that began and did not end is looked up at the provider before it is repeated.
 */
export interface Ledger {
  /** The provider's id of what a step made; undefined: it is not known to have made anything. */
  readonly known: (step: string) => string | undefined;
  /** Everything that was made, by step. */
  readonly steps: () => readonly (readonly [step: string, id: string])[];
  readonly begun: (step: string) => boolean;
  readonly begin: (step: string) => Promise<void>;
  readonly finish: (step: string, id: string) => Promise<void>;
}

/** Does a step once. `find` looks for what an earlier attempt may have made. */
export const once = async (
  ledger: Ledger,
  step: string,
  make: () => Promise<string>,
  find: () => Promise<string | undefined>,
): Promise<string> => {
  const known = ledger.known(step);
  if (known !== undefined) return known;
  const found = ledger.begun(step) ? await find() : undefined;
  if (found === undefined) await ledger.begin(step);
  const id = found ?? (await make());
  await ledger.finish(step, id);
  return id;
};

export interface Deployed {
  readonly provider_agent_id: string;
  readonly not_carried: readonly NotCarried[];
}

/** The step by which every provider's agent is made. */
export const agentStep = 'agent';

/** How agents are made at a provider. */
export interface Deployer {
  readonly deploy: (order: DeploymentOrder, ledger: Ledger) => Promise<Deployed>;
  /** What the provider's agent is, as far as a deployment decides it; null: it is gone. */
  readonly look: (ledger: Ledger) => Promise<unknown>;
  /** Deletes what was made; what is gone already is no failure. */
  readonly remove: (ledger: Ledger) => Promise<void>;
}
