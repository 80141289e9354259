import { get } from '#lib/contract/reference.ts';
import { handlePage } from '#lib/http/handle-page.ts';
import { page, policy } from '#lib/reference/page.ts';

export const handler = handlePage(get, { html: page, policy });
