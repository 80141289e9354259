import { useQuery } from '@tanstack/react-query';

/** The addresses of the widget’s files, which the console’s build writes into `widget.json`. */
interface WidgetFiles {
  readonly script: string;
  readonly frame: string;
  readonly integrity: string;
  /** The origins of the recognizers of speech. */
  readonly ears: readonly string[];
}

/** The console may use them as well, so its own policy names them, after the socket of its doorbells. */
const earsIn = (policy: string | null): string[] =>
  [...(policy ?? '').matchAll(/wss?:\/\/[^\s;]+/g)].slice(1).map(([origin]) => origin);

/** The files of the widget. Null: this platform has none, for example while the console is developed. */
export const useWidgetFiles = () =>
  useQuery({
    queryKey: ['widget-files'],
    queryFn: async ({ signal }): Promise<WidgetFiles | null> => {
      const answer = await fetch('/widget.json', { signal });
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      if (!answer.ok || !isJson) return null;
      const ears = earsIn(answer.headers.get('content-security-policy'));
      return { ...((await answer.json()) as WidgetFiles), ears };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The HTML that shows a widget on a page. */
export const elementOf = ({ script, integrity }: WidgetFiles, id: string): string =>
  `<voice-agent widget="${id}"></voice-agent>\n<script type="module" crossorigin\n  src="${location.origin}${script}"\n  integrity="${integrity}"></script>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The HTML that shows a widget in a frame. */
export const frameOf = ({ frame }: WidgetFiles, id: string, title: string): string =>
  `<iframe src="${location.origin}${frame}?widget=${id}" title="${escaped(title)}"\n  allow="microphone" width="380" height="600"></iframe>`;

/** The content security policy that a page needs, with the hosts that recognize speech if people may talk. */
export const policyOf = ({ ears }: WidgetFiles, { voice }: { readonly voice: boolean }): string => {
  const connected = [location.origin, ...(voice ? ears : [])].join(' ');
  return `script-src ${location.origin}; connect-src ${connected}; img-src data:`;
};
