import * as z from 'zod/mini';
import { described, docs, enumeration } from './fields.ts';
import { route } from './route.ts';

const PackageFile = enumeration(
  'PackageFile',
  ['voice-agent-platform-client.tgz', 'voice-agent-platform-voice.tgz'],
  'A package: the client of this API, or what pages need to talk with agents',
);
export type PackageFile = z.output<typeof PackageFile>;

export const get = route('GET /v1/packages/{file}', {
  summary: 'Download a client',
  description:
    'Returns a package of this version of the service, for npm and its like: `npm install <this address>`. Its bytes change with the service. A project that installs them again later keeps the file.',
  public: true,
  params: z.strictObject({ file: described(PackageFile, 'The file of the package') }),
  content: 'application/gzip',
  file: true,
  response: z.string().register(docs, { format: 'binary' }),
});
