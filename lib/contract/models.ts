import * as z from 'zod/mini';
import { docs, enumeration, object } from './fields.ts';
import { route } from './route.ts';

const ModelUse = enumeration(
  'ModelUse',
  ['agents', 'analyzers'],
  'The use of a model: in `model.id` of agents, or in analyzers',
);

const AllowedModel = object('AllowedModel', 'A language model of the installation', {
  id: z.string().check(z.maxLength(200)).register(docs, {
    description: 'The model’s id; `rehearsal` follows the flow by comparing words, without a language model',
  }),
  uses: z
    .array(ModelUse)
    .check(z.maxLength(2))
    .register(docs, { description: 'The uses for which the model may be named' }),
  default_of: z
    .array(ModelUse)
    .check(z.maxLength(2))
    .register(docs, { description: 'The uses that have the model by default' }),
});
export type AllowedModel = z.output<typeof AllowedModel>;

export const list = route('GET /v1/models', {
  summary: 'List the language models',
  description:
    'Lists the language models that agents and analyzers of this installation may name. The operator decides on them, so the list is the same for all organizations.',
  scope: 'agents:read',
  response: object('AllowedModelList', 'The language models of the installation', {
    data: z.array(AllowedModel).check(z.maxLength(100)).register(docs, { description: 'The models' }),
  }),
});
