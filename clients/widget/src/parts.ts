const icons = {
  chat: 'M4 5h16v11H9l-5 4z',
  close: 'M6 6l12 12M18 6L6 18',
  mute: 'M9 5.5A3 3 0 0 1 15 6v5m-1.5 2.6A3 3 0 0 1 9 11V9M6 11a6 6 0 0 0 9.5 4.9M18 11a6 6 0 0 1-.6 2.6M12 17v4M4 3l16 18',
  send: 'M4 12h15M13 6l6 6-6 6',
  stop: 'M6 6h12v12H6z',
  talk: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
} as const;

type IconName = keyof typeof icons;

const svg = (name: IconName): SVGSVGElement => {
  const space = 'http://www.w3.org/2000/svg';
  const element = document.createElementNS(space, 'svg');
  element.setAttribute('viewBox', '0 0 24 24');
  element.setAttribute('aria-hidden', 'true');
  element.append(document.createElementNS(space, 'path'));
  return draw(element, name);
};

/** Makes it that icon. */
export const draw = <E extends Element>(icon: E, name: IconName): E => {
  icon.querySelector('path')?.setAttribute('d', icons[name]);
  return icon;
};

const make = <N extends keyof HTMLElementTagNameMap>(
  name: N,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[N] => {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
};

const button = (className: string, ...children: Node[]): HTMLButtonElement => {
  const element = make('button', className, ...children);
  element.type = 'button';
  return element;
};

/** The elements of the widget, without their words. */
export const makeParts = () => {
  const launcherText = make('span', '');
  const launcher = button('launcher', svg('chat'), launcherText);
  const logo = make('img', '');
  logo.alt = '';
  const title = make('h2', '');
  const buttons = {
    close: button('icon', svg('close')),
    mute: button('icon', svg('mute')),
    talk: button('icon fills', svg('talk')),
    send: button('icon fills send', svg('send')),
    person: button('text-button'),
    again: button('text-button'),
    retry: button('text-button'),
  };
  buttons.send.type = 'submit';
  buttons.send.querySelector('svg')?.classList.add('flips');
  const log = make('div', 'log');
  log.setAttribute('role', 'log');
  log.setAttribute('aria-live', 'polite');
  // It scrolls, so the keyboard must reach it.
  log.tabIndex = 0;
  const status = make('span', '');
  status.setAttribute('role', 'status');
  const caption = make('span', 'caption');
  caption.dir = 'auto';
  const voiceState = make('span', '');
  // Not read out, because the agent is heard meanwhile.
  const voiceBar = make('div', 'voice', make('span', 'level'), voiceState, caption);
  voiceBar.hidden = true;
  const field = make('textarea', '');
  field.rows = 1;
  field.maxLength = 2000;
  field.dir = 'auto';
  const form = make('form', '', field, buttons.mute, buttons.talk, buttons.send);
  const panel = make(
    'section',
    'panel',
    make('div', 'head', logo, title, buttons.close),
    log,
    make('div', 'status', status, buttons.retry),
    voiceBar,
    form,
    make('div', 'foot', buttons.person, buttons.again),
  );
  panel.id = 'panel';
  panel.hidden = true;
  panel.setAttribute('role', 'dialog');
  launcher.setAttribute('aria-controls', panel.id);
  const root = make('div', 'root', panel, launcher);
  return {
    ...{ root, panel, launcher, launcherText, logo, title, log, status, field, form, buttons },
    ...{ voiceBar, voiceState, caption },
  };
};
export type Parts = ReturnType<typeof makeParts>;
