import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client, subcompany, subcompanyItem } from './story.ts';

const params = { client_id: client.id };

export const subcompanies: ExamplesOf<'subcompanies'> = {
  list: { params, query: { limit: '20' }, response: { data: [subcompanyItem], ...lastPage } },
  create: { params, body: { name: subcompany.name, type: 'subcompany' }, response: subcompany },
};
