import { ApiError } from '#lib/contract/errors.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import { answer } from './answer.ts';
import { pagesOf } from './pages.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

/** Refuses a page that may not show the widget. A program names any origin, or none. */
type AdmitPage = (widget: Pick<Widget, 'origins'>) => void;

/** Turns a route for pages of widgets, whose visitors have no key, into a handler. */
export const handleVisitor = <R extends Route & { readonly public: true }>(
  route: R,
  logic: (request: HandlerRequest<R>, admitPage: AdmitPage) => Promise<Reply<R>>,
): ApiHandler<R> =>
  pipeline(route, [], async (event, exchange) => {
    const { origin } = event.headers;
    // Any page may read a refusal, so that its author learns what is missing.
    exchange.pages = ['*'];
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
