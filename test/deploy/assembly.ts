import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readBundles } from '#lib/build/bundles.ts';
import { readStage } from '#lib/infra/settings.ts';
import { addPlatform } from '#lib/infra/stack.ts';
import cdk from '../../cdk.json' with { type: 'json' };
import { place } from './emulator.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  DependsOn?: string | readonly string[];
}

interface Template {
  readonly Resources: Record<string, Resource>;
}

/** The resources that the emulator does not know, and why. */
const reasons: readonly (readonly [reason: string, isOne: (resource: Resource) => boolean])[] = [
  ['composite alarms are no type that it knows', ({ Type }) => Type === 'AWS::CloudWatch::CompositeAlarm'],
  [
    'it refuses alarms with metric math (Metrics)',
    ({ Type, Properties }) => Type === 'AWS::CloudWatch::Alarm' && Properties?.Metrics !== undefined,
  ],
];

/** A value in which nothing refers to what was left out. */
const withoutReferences = (value: unknown, leftOut: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((part) => withoutReferences(part, leftOut));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': att } = value as { Ref?: string; 'Fn::GetAtt'?: readonly string[] };
  const name = Ref ?? att?.[0] ?? '';
  if (leftOut.has(name)) return `left-out-${name}`;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutReferences(part, leftOut)]),
  );
};

export interface Assembly {
  readonly directory: string;
  /** The number of resources that were left out, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

type ChangeTemplate = (template: Template, file: string) => void;

/** Leaves out of a cloud assembly what the emulator cannot take. */
export const adapt = (directory: string, awsCommand: string, change: ChangeTemplate = () => {}): Assembly => {
  const counts = new Map<string, number>();
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.template.json'))) {
    const path = join(directory, file);
    const template = JSON.parse(readFileSync(path, 'utf8')) as Template;
    const gone = new Set<string>();
    for (const [id, resource] of Object.entries(template.Resources)) {
      const [reason] = reasons.find(([, isOne]) => isOne(resource)) ?? [];
      if (reason === undefined) continue;
      gone.add(id);
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      delete template.Resources[id];
    }
    for (const resource of Object.values(template.Resources)) {
      const left = [resource.DependsOn ?? []].flat().filter((id) => !gone.has(id));
      if (left.length > 0) resource.DependsOn = left;
      else delete resource.DependsOn;
    }
    // Without a name, it replaces a table that is updated.
    for (const { Type, Properties } of Object.values(template.Resources))
      if (Type === 'AWS::DynamoDB::GlobalTable') Object.assign(Properties ?? {}, { TableName: 'emulated' });
    change(template, file);
    writeFileSync(path, JSON.stringify(withoutReferences(template, gone)));
  }
  // Lambda puts the layer with the CLI there.
  for (const asset of readdirSync(directory).filter((name) => name.startsWith('asset.'))) {
    const handler = join(directory, asset, 'index.py');
    let text: string;
    try {
      text = readFileSync(handler, 'utf8');
    } catch {
      continue;
    }
    writeFileSync(handler, text.replaceAll('/opt/awscli/aws', awsCommand));
  }
  return { directory, leftOut: counts };
};

/** A cloud assembly of the platform as the emulator can take it. */
export const assemble = async (
  directory: string,
  settings: object,
  awsCommand: string,
  change?: ChangeTemplate,
): Promise<Assembly> => {
  const app = new App({
    outdir: directory,
    context: { ...cdk.context, settings: { ...place, ...settings } },
    analyticsReporting: false,
  });
  addPlatform(app, { ...readStage(app, cdk), bundles: await readBundles() });
  app.synth();
  return adapt(directory, awsCommand, change);
};
