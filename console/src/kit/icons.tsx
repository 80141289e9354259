const paths = {
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4V10h-3v3.5h-4z',
  conversations: 'M2.5 3.5h11v7.5H8l-3 2.5V11H2.5z',
  aloud: 'M2.5 6v4H5l3.5 3V3L5 6zM11 5.5a3.5 3.5 0 0 1 0 5M12.8 3.5a6.2 6.2 0 0 1 0 9',
  live: 'M8 8h0M5.5 10.5a3.5 3.5 0 0 1 0-5M10.5 5.5a3.5 3.5 0 0 1 0 5M3.6 12.4a6.2 6.2 0 0 1 0-8.8M12.4 3.6a6.2 6.2 0 0 1 0 8.8',
  agents: 'M2 8v0M4.5 6v4M7 3.5v9M9.5 5.5v5M12 4.5v7M14.2 7.5v1',
  widgets: 'M2.5 2.5h11v11h-11zM2.5 5.5h11M7 8h4.5v3H9.5L8 12.2V11H7z',
  tests: 'M6 2.5h4M7 2.5v4L3.5 13h9L9 6.5v-4M5.2 10h5.6',
  integrations: 'M6 2.5V5M10 2.5V5M4 5h8v2.5a4 4 0 0 1-8 0zM8 11.5v2',
  tools: 'M13.2 5.3a3.5 3.5 0 0 1-4.7 4.2l-4 4-2-2 4-4a3.5 3.5 0 0 1 4.2-4.7L8.5 5l.6 1.9 1.9.6z',
  webhooks:
    'M5 10.5a2.2 2.2 0 1 1-2-3M8 5a2.2 2.2 0 1 1 1.8 2.2l2 3M8 5 5.5 10.5H11M11 10.5a2 2 0 1 1 .2 1.6',
  organizations: 'M3 13.5v-11h6v11M9 6.5h4v7M2 13.5h12M5 5h2M5 7.5h2M5 10h2',
  billing: 'M2 4h12v8.5H2zM2 7h12M4.5 10h2',
  usage: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  people:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M2 13c.3-2.2 1.9-3.3 4-3.3s3.7 1.1 4 3.3M10.5 3.2a2.2 2.2 0 0 1 0 4.2M11.8 10c1.3.4 2 1.5 2.2 3',
  keys: 'M9 7a3 3 0 1 1 1.5 1.5L9 10H7.5v1.5H6V13H3.5v-2L8 6.8M11 5.5h0',
  settings: 'M2.5 4.5h5M10.5 4.5h3M9 3v3M2.5 8h2M7.5 8h6M6 6.5v3M2.5 11.5h6M11.5 11.5h2M10 10v3',
  download: 'M8 2.5v7M5 6.5l3 3 3-3M2.5 11v2.5h11V11',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.3 10.3l3.2 3.2',
  choose: 'M5 6.5 8 3.5l3 3M5 9.5l3 3 3-3',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  more: 'M3.5 8h0M8 8h0M12.5 8h0',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  down: 'M4.5 6.5 8 10l3.5-3.5',
  up: 'M4.5 9.5 8 6l3.5 3.5',
  forward: 'M6.5 4.5 10 8l-3.5 3.5',
  back: 'M9.5 4.5 6 8l3.5 3.5',
  rise: 'M8 13V3.5M4 7.5l4-4 4 4',
  fall: 'M8 3v9.5M4 8.5l4 4 4-4',
  cutoff: 'M2 8h5.5M5 5.5 7.5 8 5 10.5M11 3v10',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  check: 'M3.5 8.5 6.5 11.5 12.5 5',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  alert: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 5v3.5M8 11h0',
  warning: 'M8 2.5 14 13.5H2zM8 6.5v3M8 11.5h0',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 5v3.2l2 1.3',
  bolt: 'M9 2 3.5 9H8l-1 5 5.5-7H8z',
  mail: 'M2 3.5h12v9H2zM2 4.5l6 4.5 6-4.5',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  link: 'M7 9a2.5 2.5 0 0 0 3.6 0l2-2A2.5 2.5 0 0 0 9 3.4l-.7.7M9 7a2.5 2.5 0 0 0-3.6 0l-2 2A2.5 2.5 0 0 0 7 12.6l.7-.7',
  again: 'M12.5 5.5a5 5 0 1 0 .5 3.5M13 2.5v3h-3',
  success: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M5.5 8.2l1.8 1.8 3.2-3.6',
  failure: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M6 6l4 4M10 6l-4 4',
  transferred: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M5.5 8h5M8.5 6l2 2-2 2',
  unknown: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M5.5 8h5',
  branch: 'M3 8h3c2 0 2-4 4-4h3M6 8c2 0 2 4 4 4h3',
  inbox: 'M2.5 9.5 4.5 3h7l2 6.5v4h-11zM2.5 9.5H6l1 1.5h2l1-1.5h3.5',
  audit: 'M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2',
  review: 'M2.5 8.5 5 11l3.5-4M8 11l.5.5L14 5',
  keyboard: 'M2.5 4.5h11v7h-11zM5 9.5h6M5 7h0M8 7h0M11 7h0',
  microphone: 'M8 2a2 2 0 0 0-2 2v4a2 2 0 0 0 4 0V4a2 2 0 0 0-2-2M3.5 7.5a4.5 4.5 0 0 0 9 0M8 12v2.5',
  muted:
    'M10 6.5V4a2 2 0 0 0-3.8-.9M6 6.5V8a2 2 0 0 0 3 1.7M3.5 7.5a4.5 4.5 0 0 0 7.3 3.5M12.4 8.2l.1-.7M8 12v2.5M2.5 2.5l11 11',
  hangUp: 'M2.5 9.5c3-3 8-3 11 0l-1.6 1.9-2.4-.9v-2c-1-.3-2-.3-3 0v2l-2.4.9z',
  play: 'M5 3.2v9.6L12.5 8z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  user: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8M3 13.5c.4-2.6 2.4-4 5-4s4.6 1.4 5 4',
} as const;

export type IconName = keyof typeof paths;

/** They point along the line, so they are mirrored where it runs from right to left. */
const flipping: readonly IconName[] = ['forward', 'back', 'transferred', 'branch', 'review'];

interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
}

/** A picture beside a label: hidden from screen readers. */
export const Icon = ({ name, className }: IconProps) => (
  <svg
    className={className}
    width="16"
    height="16"
    viewBox="0 0 16 16"
    aria-hidden="true"
    data-flips={flipping.includes(name) || undefined}
    fill={name === 'play' ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
);
