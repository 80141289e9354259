import * as z from 'zod/mini';
import { Branding } from './client-settings.ts';
import { DomainName } from './domain-name.ts';
import { described, docs, id, object, text } from './fields.ts';
import { route } from './route.ts';

const SignIn = z
  .strictObject({
    email: described(
      z.optional(text(320)),
      'The person’s e-mail address, whose domain leads to the connection',
    ),
    domain: described(z.optional(DomainName), 'The company’s domain'),
    connection_id: z
      .optional(id('con'))
      .register(docs, { description: 'The connection, if it is known, for example from an invitation' }),
    return_to: described(
      z._default(
        z
          .string()
          .check(
            z.maxLength(500),
            z.regex(/^\/([!-.0-[\]-~][!-~]*)?$/, 'must be a path that begins with one slash'),
          ),
        '/',
      ),
      'The path of the page to which the browser returns',
    ),
  })
  .check(
    z.refine(
      ({ email, domain, connection_id }) =>
        [email, domain, connection_id].filter((value) => value !== undefined).length === 1,
      'must have exactly one of email, domain and connection_id',
    ),
  )
  .register(docs, {
    id: 'SignIn',
    description: 'Identifies the connection: exactly one of `email`, `domain` and `connection_id`',
  });

const Destination = object('SignInDestination', 'The next step of a sign-in', {
  url: z.url().register(docs, { description: 'The URL to which the browser goes next', maxLength: 8000 }),
});

const Beginning = object('SignInBeginning', 'The page at which a person signs in, and whose it is', {
  ...Destination.shape,
  organization: z.nullable(text(200)).register(docs, {
    description:
      'The name of the organization whose connection it is; null if it is the platform’s. Show it with the host of `url`, so that nobody signs in at a stranger’s provider unawares',
    examples: ['Harbor Dental'],
  }),
});

export const get = route('GET /v1/sign-in', {
  summary: 'Get the branding of the sign-in page',
  description:
    'Returns the branding of the organization whose `settings.branding.domain` is the host of the request. Sent by the console before anybody has signed in.',
  public: true,
  response: object('SignInPage', 'The appearance of the sign-in page', {
    branding: z
      .nullable(Branding)
      .register(docs, { description: 'The branding; null if no organization has the domain' }),
  }),
});

export const begin = route('POST /v1/sign-in', {
  summary: 'Start a sign-in',
  description:
    'Returns the page of the OpenID provider at which the person signs in, and whose connection it is, and sets a cookie that the callback needs. Sent by the console.',
  public: true,
  changesNothing: true,
  body: SignIn,
  waits: true,
  response: Beginning,
  errors: ['sign_in_refused', 'rate_limited'],
});

export const callback = route('GET /v1/sign-in/{connection_id}/callback', {
  summary: 'Complete a sign-in',
  description:
    'The OpenID provider sends the browser here. Every reason to refuse a sign-in has the same answer. A browser is redirected to the console, and gets the cookie of a session if the person signed in.',
  public: true,
  anyQuery: true,
  waits: true,
  response: Destination,
  redirect: { type: 'text/html' },
  errors: ['sign_in_refused', 'rate_limited'],
});
