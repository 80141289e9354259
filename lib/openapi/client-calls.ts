import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { isDownload, methodOf, pathOf } from '#lib/contract/route.ts';
import { openApiDocument } from './document.ts';
import type { Json } from './schemas.ts';

/** The name of the schema that a reference leads to. */
export const nameOf = ($ref: unknown): string => String($ref).split('/').at(-1) ?? '';

type Content = Readonly<Record<string, { readonly schema: Json }>>;

interface OperationObject {
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Json[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** An operation as the document describes it to those who generate a client. */
export interface ClientCall extends Operation {
  readonly text: string;
  readonly pathParameters: readonly Json[];
  readonly queryParameters: readonly Json[];
  readonly body: Json | undefined;
  readonly reply: Json | undefined;
  /** An item of the list that is the answer. */
  readonly item: Json;
  /** An event of the stream that is the answer. */
  readonly event: Json | undefined;
}

/** The schemas of the document, and the operations that the clients call, by resource. */
export const clientCalls = () => {
  const { paths, components } = openApiDocument() as {
    paths: Record<string, Record<string, OperationObject>>;
    components: { schemas: Record<string, Json> };
  };
  const callOf = (operation: Operation): ClientCall => {
    const { id, route } = operation;
    const object = paths[pathOf(route)]?.[methodOf(route).toLowerCase()];
    if (!object) throw new Error(`${id} is not in the document`);
    const { summary, description, parameters, requestBody, responses } = object;
    const reply = responses[route.status]?.content?.[route.content ?? 'application/json']?.schema;
    const { data } = (components.schemas[nameOf(reply?.$ref)]?.properties ?? {}) as {
      data?: { items?: Json };
    };
    return {
      ...operation,
      text: [summary, description].filter(Boolean).join('. '),
      pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
      queryParameters: parameters.filter((parameter) => parameter.in === 'query'),
      body: requestBody?.content['application/json']?.schema,
      reply,
      item: data?.items ?? {},
      event: reply?.contentSchema as Json | undefined,
    };
  };
  const all = operations.filter(({ route }) => !isDownload(route)).map(callOf);
  return { schemas: components.schemas, resources: [...Map.groupBy(all, ({ resource }) => resource)] };
};
