import * as z from 'zod/mini';
import { route } from './route.ts';

export const get = route('GET /v1/reference', {
  summary: 'Read the reference of this API',
  description:
    'Returns a page that shows this document and sends requests. It loads nothing from other origins.',
  public: true,
  content: 'text/html',
  response: z.string(),
});

export const script = route('GET /v1/reference/script.js', {
  summary: 'Get the script of the reference',
  description: 'Returns the script that the page of `GET /v1/reference` loads.',
  public: true,
  content: 'text/javascript',
  file: true,
  response: z.string(),
});
