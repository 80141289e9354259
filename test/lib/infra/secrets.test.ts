import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { openedBy, sealedBy } from '#lib/infra/permissions.ts';
import { statementsOf } from '../../support/policies.ts';
import { allSettings, bundles, fewFunctions, resourcesOf, templateOf } from '../../support/stack.ts';

const template = templateOf(allSettings);
const resources = resourcesOf(template);

/** The purposes for which a function's role allows an action of KMS; undefined: it is not allowed at all. */
const purposesOf = (id: string, action: string): unknown =>
  statementsOf(resources, id).find(({ Action }) => [Action].flat().includes(action))?.Condition
    ?.StringEquals?.['kms:EncryptionContext:purpose'];

test.for([
  ['tasks.deliverMessage', ['signing_secret']],
  ['tasks.fetchRecording', ['api_key']],
  ['integrationEvents.receive', ['api_key', 'webhook_secret']],
  ['webhooks.create', undefined],
  ['integrations.list', undefined],
] as const)('%s may decrypt %j', ([id, purposes]) => {
  expect(purposesOf(id, 'kms:Decrypt')).toEqual(purposes);
});

test('a role that decrypts or encrypts secrets names their purposes', () => {
  const allowed = bundles.flatMap(({ id }) =>
    statementsOf(resources, id)
      .filter(({ Action }) =>
        [Action].flat().some((action) => /^kms:(Decrypt|GenerateDataKey)$/.test(action)),
      )
      .map(({ Condition }) => [id, Condition?.StringEquals?.['kms:EncryptionContext:purpose']] as const),
  );
  expect(allowed.length).toBeGreaterThan(10);
  expect(allowed.filter(([, purposes]) => purposes === undefined || purposes.length === 0)).toEqual([]);
});

test('every module that decrypts or encrypts secrets declares their purposes', () => {
  const modules = ['functions', 'lib'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts') && !path.startsWith('lib/store/secrets/')),
  );
  const calling = (...calls: string[]) =>
    modules
      .filter((module) => {
        const source = readFileSync(join(root, module), 'utf8');
        return calls.some((call) => source.includes(call));
      })
      .sort();
  expect(calling('openSecret(', 'openSigningSecrets(')).toEqual(Object.keys(openedBy).sort());
  expect(calling('sealSecret(', 'newSigningSecret(')).toEqual(Object.keys(sealedBy).sort());
});

test('a rotation changes every resource that has a secret of Secrets Manager, so that each reads it again', () => {
  const endpoint = { provider: 'openai_compatible', base_url: 'https://ai.example.com/v1' };
  const after = (secrets_rotation: number) =>
    resourcesOf(
      templateOf(
        {
          secrets_rotation,
          model: { ...endpoint, api_key_secret: 'models/key', models: ['llama'] },
          speech: { ...endpoint, api_key_secret: 'speech/key', model: 'tts-1' },
        },
        fewFunctions,
      ),
    );
  const [first, second] = [after(1), after(2)];
  const holders = Object.entries(first).filter(([, { Properties }]) =>
    JSON.stringify(Properties ?? {}).includes('{{resolve:secretsmanager:'),
  );
  const keys = holders.filter(([, resource]) => /(MODEL|SPEECH)_API_KEY/.test(JSON.stringify(resource)));
  const ids = keys.map(([, { Properties }]) =>
    String(Properties.Description).replace(/^functions\/(.*)\.ts$/, '$1'),
  );
  expect(ids.sort()).toEqual([
    'agents/test',
    'chats/send',
    'chats/send-results',
    'chats/stream',
    'sockets/calls',
    'speech/create',
    'tasks/analyze-conversation',
    'tasks/analyze-history',
    'tasks/run-test-attempt',
  ]);
  expect(holders.map(([, { Type }]) => Type)).toContain('AWS::CloudFront::Distribution');
  expect(holders.filter(([id, resource]) => JSON.stringify(second[id]) === JSON.stringify(resource))).toEqual(
    [],
  );
});

test('only the function that seals the audit log may sign, with a key that is kept', () => {
  const signing = bundles.flatMap(({ id }) =>
    statementsOf(resources, id)
      .filter(({ Action }) => [Action].flat().includes('kms:Sign'))
      .map(({ Resource }) => [id, Resource]),
  );
  const [key = ''] = Object.keys(
    template.findResources('AWS::KMS::Key', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' },
    }),
  );
  const arn = { 'Fn::GetAtt': [key, 'Arn'] };
  expect(signing).toEqual([['clock.sealAudit', arn]]);
  template.hasOutput('AuditSigningKeyArn', { Value: arn });
  const withKey = Object.values(template.findResources('AWS::Lambda::Function')).filter(({ Properties }) =>
    JSON.stringify(Properties).includes('AUDIT_SIGNING_KEY'),
  );
  expect(withKey.map(({ Properties }) => Properties.Description)).toEqual(['functions/clock/seal-audit.ts']);
});
