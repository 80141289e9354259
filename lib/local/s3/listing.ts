import type { Operation } from './request.ts';
import { sendXml, storeOf } from './request.ts';
import type { StoredObject } from './store.ts';

export const listObjects: Operation = async (request, response, context) => {
  const { query } = request;
  const store = storeOf(request, context);
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const token = query.get('continuation-token');
  const after =
    token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const encoded = (text: string) => (query.get('encoding-type') === 'url' ? encodeURIComponent(text) : text);

  const groups = new Set<string>();
  const contents: StoredObject[] = [];
  let last = '';
  let truncated = false;
  for (const object of store.list()) {
    const { key } = object;
    if (!key.startsWith(prefix)) continue;
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const group = end < 0 ? undefined : key.slice(0, end + delimiter.length);
    const place = group ?? key;
    if (Buffer.compare(Buffer.from(place), Buffer.from(after)) <= 0) continue;
    if (group !== undefined && groups.has(group)) continue;
    if (groups.size + contents.length >= maxKeys) {
      truncated = true;
      break;
    }
    last = place;
    if (group === undefined) contents.push(object);
    else groups.add(group);
  }
  sendXml(response, 'ListBucketResult', {
    Name: request.bucket,
    Prefix: encoded(prefix),
    Delimiter: delimiter ? encoded(delimiter) : undefined,
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type') ?? undefined,
    KeyCount: groups.size + contents.length,
    IsTruncated: truncated,
    ContinuationToken: token ?? undefined,
    NextContinuationToken: truncated ? Buffer.from(last).toString('base64url') : undefined,
    Contents: contents.map(({ key, size, etag, modified }) => ({
      Key: encoded(key),
      LastModified: modified,
      ETag: `"${etag}"`,
      Size: size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: [...groups].map((group) => ({ Prefix: encoded(group) })),
  });
};

export const listVersions: Operation = async (request, response, context) => {
  const { query } = request;
  const prefix = query.get('prefix') ?? '';
  const maxKeys = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const [after, version] = [query.get('key-marker'), query.get('version-id-marker')];
  const encoded = (text: string) => (query.get('encoding-type') === 'url' ? encodeURIComponent(text) : text);

  const all = storeOf(request, context)
    .versions()
    .filter(({ key }) => key.startsWith(prefix));
  const isPast = ({ key }: StoredObject) =>
    after === null || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
  const marked = all.findIndex(({ key, file }) => key === after && file === version);
  const rest = marked < 0 ? all.filter(isPast) : all.slice(marked + 1);
  const page = rest.slice(0, maxKeys);
  const last = rest.length > maxKeys ? page.at(-1) : undefined;
  const shown = ({ key, file, modified }: StoredObject) => ({
    Key: encoded(key),
    VersionId: file,
    IsLatest: all.find((one) => one.key === key)?.file === file,
    LastModified: modified,
  });
  sendXml(response, 'ListVersionsResult', {
    Name: request.bucket,
    Prefix: encoded(prefix),
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type') ?? undefined,
    IsTruncated: last !== undefined,
    NextKeyMarker: last && encoded(last.key),
    NextVersionIdMarker: last?.file,
    Version: page
      .filter(({ isDeleteMarker }) => !isDeleteMarker)
      .map((object) => ({
        ...shown(object),
        ETag: `"${object.etag}"`,
        Size: object.size,
        StorageClass: 'STANDARD',
      })),
    DeleteMarker: page.filter(({ isDeleteMarker }) => isDeleteMarker).map(shown),
  });
};
