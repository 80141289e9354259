import { useQuery } from '@tanstack/react-query';

/** The addresses of the widget’s files, which the console’s build writes into `widget.json`. */
interface WidgetFiles {
  readonly script: string;
  readonly frame: string;
  readonly integrity: string;
}

/** The files of the widget. Null: this platform has none, for example while the console is developed. */
export const useWidgetFiles = () =>
  useQuery({
    queryKey: ['widget-files'],
    queryFn: async ({ signal }): Promise<WidgetFiles | null> => {
      const answer = await fetch('/widget.json', { signal });
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      return answer.ok && isJson ? ((await answer.json()) as WidgetFiles) : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The HTML that shows a widget on a page. */
export const elementOf = ({ script, integrity }: WidgetFiles, id: string): string =>
  `<voice-agent widget="${id}"></voice-agent>\n<script type="module" crossorigin\n  src="${location.origin}${script}"\n  integrity="${integrity}"></script>`;

/** The HTML that shows a widget in a frame. */
export const frameOf = ({ frame }: WidgetFiles, id: string, title: string): string =>
  `<iframe src="${location.origin}${frame}?widget=${id}" title="${title}"\n  allow="microphone" width="380" height="600"></iframe>`;

/** The content security policy that a page needs. */
export const policyOf = (): string =>
  `script-src ${location.origin}; connect-src ${location.origin}; img-src data:`;
