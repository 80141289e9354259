import type { App } from 'aws-cdk-lib';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** The checks that fail the synth: AWS's own of a solution, and those of the Well-Architected Framework's serverless lens. */
export const checks = () => [new AwsSolutionsChecks(), new ServerlessChecks()] as const;

export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(...checks());
};
