import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import { answer } from './answer.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';
import { pagesOf } from './pages.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

/** Refuses a page that may not show the widget. A program names any origin, or none. */
type AdmitPage = (widget: Pick<Widget, 'origins' | 'frame'>) => void;

/** Lets any page read refusals, so that its author learns what is missing. */
const openToPages: MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> = {
  before: ({ context }) => {
    context.exchange.pages = ['*'];
  },
};

/** Turns a route for pages of widgets, whose visitors have no key, into a handler. */
export const handleVisitor = <R extends Route & { readonly public: true }>(
  route: R,
  logic: (request: HandlerRequest<R>, admitPage: AdmitPage) => Promise<Reply<R>>,
): ApiHandler<R> =>
  pipeline(route, [openToPages], async (event, exchange) => {
    const { origin } = event.headers;
    const reply = await logic(requestOf<R>(exchange, undefined), (widget) => {
      const pages = pagesOf(widget, exchange);
      if (origin !== undefined && !pages.includes(origin)) {
        throw new ApiError('origin_not_allowed', {
          detail: `${origin.slice(0, 300)} is not one of the widget’s origins`,
        });
      }
      exchange.pages = pages;
    });
    return answer(route, event, exchange, reply);
  });
