import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';

/** The options with which every upkeep program selects its table. */
export const tableOptions = {
  table: {
    type: 'string',
    default: process.env.TABLE_NAME ?? '',
    value: 'name',
    help: "the table, which is TableName in the stack's outputs (TABLE_NAME)",
  },
  local: { type: 'boolean', default: false, help: 'the platform that runs on this machine' },
  directory: {
    type: 'string',
    default: join(root, '.local'),
    value: 'folder',
    help: 'where that platform keeps its data (.local)',
  },
} as const;

const useLocal = (directory: string): void => {
  const file = join(directory, 'platform.json');
  if (!existsSync(file)) {
    console.error(`No platform has been started on this machine: there is no ${file}. Run npm start first.`);
    process.exit(1);
  }
  const platform = JSON.parse(readFileSync(file, 'utf8')) as PlatformDescription;
  Object.assign(process.env, {
    TABLE_NAME: platform.table,
    AUDIT_BUCKET_NAME: platform.audit_bucket,
    AWS_ENDPOINT_URL_S3: platform.s3_endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: platform.dynamodb_endpoint,
    AWS_REGION: platform.region,
    AWS_ACCESS_KEY_ID: platform.access_key_id,
    AWS_SECRET_ACCESS_KEY: platform.secret_access_key,
    LIST_SHARDS: String(platform.list_shards ?? 1),
  });
};

/** Points this process at a table, or ends it with a sentence on how to say which. */
export const useTable = (
  script: string,
  {
    table,
    local,
    directory,
  }: { readonly table: string; readonly local: boolean; readonly directory: string },
): void => {
  if (local) useLocal(directory);
  else if (table) process.env.TABLE_NAME = table;
  if (local || table) return;
  console.error(`Which table?

  npm run ${script} -- --table <TableName from the stack's outputs>
  npm run ${script} -- --local      the platform that runs on this machine`);
  process.exit(1);
};
