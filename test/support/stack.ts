import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { readBundles } from '#lib/bundles.ts';
import { checks } from '#lib/infra/checks.ts';
import { readStage } from '#lib/infra/settings.ts';
import { PlatformStack } from '#lib/infra/stack.ts';
import cdk from '../../cdk.json' with { type: 'json' };

export const bundles = await readBundles();

/** The stack that CDK's context asks for, beside the library's own flags in cdk.json. No function's code is copied for it. */
export const stackOf = (context: Record<string, unknown> = {}): PlatformStack => {
  const app = new App({ context: { ...cdk.context, ...context, [DISABLE_ASSET_STAGING_CONTEXT]: true } });
  return new PlatformStack(app, { ...readStage(app), bundles });
};

/** What is deployed under these settings. */
export const templateOf = (settings: object = {}): Template => Template.fromStack(stackOf({ settings }));

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

export const resourcesOf = (template: Template): Record<string, Resource> =>
  template.toJSON().Resources as Record<string, Resource>;

/** What the checks find in a stack, but for what is acknowledged there. */
export const findingsIn = (stack: PlatformStack): string[] =>
  checks().flatMap((pack) =>
    pack
      .validateScope(stack.node.root)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      ),
  );
