import * as z from 'zod/mini';
import { docs } from './fields.ts';

/** A DNS name of at least two labels, in lower case. */
export const DomainName = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/,
      'must be a domain name in lower case, such as example.com',
    ),
  )
  .register(docs, { description: 'A domain name in lower case', examples: ['example.com'], maxLength: 253 });
