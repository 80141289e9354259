import type { App } from 'aws-cdk-lib';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/**
 * The rule packs that fail the synth: AWS Solutions, and the serverless lens of the Well-Architected
 * Framework.
 */
export const checks = () => [new AwsSolutionsChecks(), new ServerlessChecks()] as const;

export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(...checks());
};
