const paths = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zm6 0h4v14h-4z',
  back: 'M15 5l-7 7 7 7',
  menu: 'M4 6h16M4 12h16M4 18h16',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20',
} as const;

const outlined: readonly (keyof typeof paths)[] = ['back', 'menu', 'search'];

/** A picture beside a label: hidden from screen readers. */
export const Icon = ({ name }: { readonly name: keyof typeof paths }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill={outlined.includes(name) ? 'none' : 'currentColor'}
    stroke={outlined.includes(name) ? 'currentColor' : 'none'}
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
);
