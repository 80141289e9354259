import type { Agent } from '#lib/contract/agents.ts';
import type { NotCarried } from '#lib/contract/deployments.ts';
import type { Integration } from '#lib/contract/integrations.ts';

/** An agent to create or update at a provider. */
export interface DeploymentOrder {
  readonly deployment_id: string;
  /** Its texts have the variables of the provider. */
  readonly agent: Omit<Agent, 'knowledge_base'>;
  /** The time zone of its organization. */
  readonly timezone: string;
  /** Variables of its texts for which the provider has none. */
  readonly not_carried: readonly NotCarried[];
  readonly documents: readonly {
    readonly id: string;
    readonly version: number;
    readonly name: string;
    readonly text: string;
  }[];
  /**
   * The address and the token of the platform as the agent's language model; null: the provider's model
   * answers.
   */
  readonly custom_llm: { readonly url: string; readonly token: string } | null;
  readonly webhook: {
    readonly url: string;
    readonly secret: string | null;
    readonly verification: Integration['verification'];
    /** The id of the webhook that an earlier deployment created at the provider; null if there is none. */
    readonly provider_id: string | null;
    /** Stores the secret of a webhook created at the provider, which returns it only once. */
    readonly keep: (secret: string, providerId: string) => Promise<void>;
  };
}

/**
 * The steps of a deployment and the ids of the objects that they created at the provider. The beginning of a
 * step is recorded before the request to the provider, and its result afterwards. If a step began and has no
 * result, its object is looked up at the provider before the step is repeated.
 */
export interface Ledger {
  /** The provider's id of the object that a step created; undefined if the step has no known result. */
  readonly known: (step: string) => string | undefined;
  /** Every created object, by step. */
  readonly steps: () => readonly (readonly [step: string, id: string])[];
  readonly begun: (step: string) => boolean;
  readonly begin: (step: string) => Promise<void>;
  readonly finish: (step: string, id: string) => Promise<void>;
}

/**
 * Runs a step unless it has a result. `find` looks for an object that an earlier attempt may have created.
 */
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

export interface DeployedAgent {
  readonly provider_agent_id: string;
  readonly not_carried: readonly NotCarried[];
}

/** The step that creates the agent, the same for every provider. */
export const agentStep = 'agent';

/** Deploys agents to an account at a provider. */
export interface Deployer {
  readonly deploy: (order: DeploymentOrder, ledger: Ledger) => Promise<DeployedAgent>;
  /** The fields of the provider's agent that a deployment sets; null if it no longer exists. */
  readonly look: (ledger: Ledger) => Promise<unknown>;
  /** Deletes the created objects. Objects that no longer exist are not an error. */
  readonly remove: (ledger: Ledger) => Promise<void>;
}
