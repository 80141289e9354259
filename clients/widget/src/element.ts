import { EarsError } from '../../voice/src/fault.ts';
import type { Session, WidgetPage } from './api.ts';
import { widgetApi } from './api.ts';
import type { Chat } from './chat.ts';
import { newChat } from './chat.ts';
import { readableOn } from './color.ts';
import { messageLog } from './log.ts';
import type { Parts } from './parts.ts';
import { draw, makeParts } from './parts.ts';
import { refusalOf } from './refusals.ts';
import { styles } from './styles.ts';
import type { Voice } from './voice.ts';
import { openVoice, reasonIn } from './voice.ts';
import type { Words } from './words.ts';
import { wordsFor } from './words.ts';

const standard: WidgetPage = {
  ...{ name: null, color: null, logo: null, position: 'end', texts: {} },
  ...{ require_token: false, frame: false, voice: false, handover: false },
};

/** The address of the script, which is that of the platform. */
const home = new URL('.', import.meta.url);

const parsed = (json: string | null): Readonly<Record<string, string>> => {
  try {
    return json === null ? {} : (JSON.parse(json) as Record<string, string>);
  } catch {
    console.warn('voice-agent: the attribute variables is not JSON');
    return {};
  }
};

/** Logos are data: of images. Anything else is not shown. */
const isLogo = (logo: string | null): logo is string => /^data:image\//.test(logo ?? '');

/**
 * `<voice-agent widget="wdg_…">`: a chat with an agent on any page. `lang` is its language, `theme` is
 * `light`, `dark` or `auto`, and `variables` are those that the widget lets pages set, as JSON.
 * `conversation` and `token` are of a chat that the page’s server has begun.
 */
export class VoiceAgentElement extends HTMLElement {
  static readonly observedAttributes = ['conversation', 'lang', 'theme', 'token'];
  readonly #parts: Parts;
  #log: ReturnType<typeof messageLog>;
  #page: WidgetPage = standard;
  #words: Words = wordsFor('en', {});
  #chat: Chat | undefined;
  #voice: Voice | undefined;
  #retry: (() => void) | undefined;
  #isOpen = false;
  #isLoaded = false;
  #isConnected = false;
  #loads = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    this.#parts = makeParts();
    root.append(this.#parts.root);
    this.#log = messageLog(this.#parts.log);
    this.#listen();
  }

  connectedCallback(): void {
    this.#draw();
    if (this.#isPreview) {
      this.#setOpen(true);
      return;
    }
    // Above everything on the page, whatever its z-index.
    const { root } = this.#parts;
    if (!this.#isFrame && 'showPopover' in root) {
      root.popover = 'manual';
      root.showPopover();
    }
    this.#isConnected = true;
    void this.#load();
    document.addEventListener('visibilitychange', this.#onVisible);
  }

  disconnectedCallback(): void {
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.#isConnected = false;
    this.#stopTalking();
    this.#chat?.close();
  }

  attributeChangedCallback(name: string): void {
    if (name === 'lang' || name === 'theme') this.#draw();
    // The other attribute of a session follows.
    else if (this.#isConnected && this.hasAttribute('conversation') === this.hasAttribute('token'))
      void this.#load();
  }

  /** The looks, in a preview that has no widget yet. */
  set page(page: Partial<WidgetPage>) {
    this.#page = { ...standard, ...page };
    this.#draw();
    if (this.#isPreview) this.#drawPreview();
  }

  /** Opens the chat. */
  open(): void {
    this.#setOpen(true);
  }

  /** Closes it. The chat goes on when it is opened again. */
  close(): void {
    this.#setOpen(false);
  }

  get #isFrame(): boolean {
    return this.hasAttribute('frame');
  }

  get #isPreview(): boolean {
    return this.hasAttribute('preview');
  }

  get #widget(): string {
    const inFrame = this.#isFrame ? new URLSearchParams(location.search).get('widget') : null;
    return this.getAttribute('widget') ?? inFrame ?? '';
  }

  get #language(): string {
    const asked = this.#isFrame ? new URLSearchParams(location.search).get('lang') : null;
    const around = this.closest('[lang]')?.getAttribute('lang');
    return asked || this.lang || around || navigator.language;
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === 'visible' && this.#isOpen) void this.#chat?.catchUp();
  };

  async #load(): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    const base = this.getAttribute('api') ?? new URL('/v1/live', home).href;
    const api = widgetApi(base.replace(/\/$/, ''));
    try {
      const page = await api.page(this.#widget);
      // The attributes have changed meanwhile.
      if (load !== this.#loads) return;
      this.#page = page;
    } catch (error) {
      const { code, message } = refusalOf(error);
      console.warn(`voice-agent: the widget is not shown (${code}: ${message})`);
      return;
    }
    if (this.#isFrame && !this.#page.frame) {
      console.warn('voice-agent: the widget may not be shown in a frame');
      return;
    }
    this.#leave();
    const conversation_id = this.getAttribute('conversation');
    const session_token = this.getAttribute('token');
    const session: Session | undefined =
      conversation_id && session_token ? { conversation_id, session_token } : undefined;
    if (this.#page.require_token && !session) {
      console.warn('voice-agent: the widget needs the attributes conversation and token');
      return;
    }
    const isCurrent = () => this.#chat === chat;
    const chat = newChat({
      api,
      widget: this.#widget,
      variables: parsed(this.getAttribute('variables')),
      session,
      view: {
        log: this.#log,
        words: () => this.#words,
        agentName: () => this.#page.name ?? this.#words.agent,
        status: (text) => isCurrent() && this.#say(text),
        offerRetry: (again) => {
          if (!isCurrent()) return;
          this.#retry = again;
          this.#drawState();
        },
        changed: () => this.#drawState(),
      },
    });
    this.#chat = chat;
    this.#ears = api.ears;
    this.#isLoaded = true;
    this.#draw();
    if (this.#isOpen) this.#enter();
    else if (this.#isFrame || this.hasAttribute('open')) this.#setOpen(true);
  }

  /** Takes the chat from the page, whose place another one takes. */
  #leave(): void {
    this.#stopTalking();
    this.#chat?.leave();
    this.#chat = undefined;
    this.#retry = undefined;
    this.#isLoaded = false;
    this.#log.close();
    this.#log = messageLog(this.#parts.log);
    this.#say('');
    this.#draw();
  }

  /** Shows the messages of the chat. */
  #enter(): void {
    if (this.#parts.log.childElementCount === 0) this.#log.add('note', '', this.#words.disclosure);
    void this.#chat?.open().then(() => this.#drawState());
  }

  #ears: ReturnType<typeof widgetApi>['ears'] | undefined;

  #draw(): void {
    const { root, panel, launcher, title, field, buttons } = this.#parts;
    const language = this.#language;
    this.#words = wordsFor(language, this.#page.texts);
    const words = this.#words;
    root.lang = /^de\b/i.test(language) ? 'de' : 'en';
    const theme = this.getAttribute('theme') ?? 'light';
    const isDark =
      theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    root.className = [
      'root',
      this.#page.position,
      isDark && 'dark',
      this.#isFrame && 'frame',
      this.#isPreview && 'preview',
    ]
      .filter(Boolean)
      .join(' ');
    root.classList.toggle('open', this.#isOpen);
    const { color } = this.#page;
    if (color && /^#[0-9a-f]{6}$/i.test(color)) {
      root.style.setProperty('--accent', color);
      root.style.setProperty('--accent-on', readableOn(color));
    } else {
      root.style.removeProperty('--accent');
      root.style.removeProperty('--accent-on');
    }
    const name = this.#page.name ?? words.agent;
    if (this.#isFrame) {
      document.documentElement.lang = root.lang;
      document.title = name;
    }
    title.textContent = name;
    panel.setAttribute('aria-label', name);
    this.#parts.logo.hidden = !isLogo(this.#page.logo);
    if (isLogo(this.#page.logo)) this.#parts.logo.src = this.#page.logo;
    this.#parts.log.setAttribute('aria-label', words.log);
    launcher.hidden = this.#isFrame || this.#isPreview || !this.#isLoaded;
    this.#parts.launcherText.textContent = words.open;
    launcher.setAttribute('aria-label', this.#isOpen ? words.close : words.open);
    launcher.setAttribute('aria-expanded', String(this.#isOpen));
    field.placeholder = words.placeholder;
    field.setAttribute('aria-label', words.placeholder);
    for (const [button, label] of [
      [buttons.close, words.close],
      [buttons.send, words.send],
      [buttons.mute, words.mute],
    ] as const) {
      button.setAttribute('aria-label', label);
      button.title = label;
    }
    buttons.person.textContent = words.person;
    buttons.again.textContent = words.again;
    buttons.retry.textContent = words.retry;
    buttons.close.hidden = this.#isFrame || this.#isPreview;
    this.#drawState();
  }

  #drawState(): void {
    const { buttons, field } = this.#parts;
    const chat = this.#chat;
    this.#drawVoice();
    const isOver = chat?.isOver() === true;
    const isReady = chat?.session() !== undefined && !isOver;
    buttons.send.disabled = !isReady || (chat?.isBusy() === true && !this.#voice);
    field.readOnly = isOver;
    const isWithAgent = isReady && chat?.handling() === 'agent';
    // People who answer write, so nobody would be heard.
    const maySpeak = this.#voice !== undefined || isWithAgent || !isReady;
    buttons.talk.hidden = !this.#page.voice || isOver || !maySpeak || !('AudioWorklet' in globalThis);
    buttons.talk.disabled = !isReady;
    const mayAsk = this.#isPreview || isWithAgent;
    buttons.person.hidden = !this.#page.handover || !mayAsk;
    buttons.person.disabled = chat?.isAsking() === true;
    buttons.again.hidden = !isOver || this.hasAttribute('token');
    buttons.retry.hidden = this.#retry === undefined;
  }

  #drawVoice(): void {
    const { voiceBar, voiceState, buttons, log } = this.#parts;
    const words = this.#words;
    const voice = this.#voice;
    const chat = this.#chat;
    // A chat that is over, or has gone to people, is heard to its last word.
    const isWithAgent = chat?.isOver() === false && chat.handling() === 'agent';
    if (voice && !isWithAgent && !chat?.isBusy() && !voice.isSpeaking()) {
      this.#stopTalking();
      return;
    }
    voiceBar.hidden = !voice;
    voiceBar.classList.toggle('speaks', voice?.isSpeaking() === true);
    if (!voice?.isListening()) voiceState.textContent = words.asking;
    else if (voice.isSpeaking()) voiceState.textContent = words.speaking;
    else if (chat?.isBusy()) voiceState.textContent = words.thinking;
    else voiceState.textContent = voice.isMuted() ? words.muted : words.listening;
    buttons.mute.hidden = !voice;
    buttons.mute.setAttribute('aria-pressed', String(voice?.isMuted() === true));
    buttons.mute.classList.toggle('on', voice?.isMuted() === true);
    const label = voice ? words.hang_up : words.talk;
    buttons.talk.setAttribute('aria-label', label);
    buttons.talk.title = label;
    buttons.talk.classList.toggle('on', voice !== undefined);
    draw(buttons.talk, voice ? 'stop' : 'talk');
    // The words of the agent are heard, and a screen reader would speak at the same time.
    log.setAttribute('aria-live', voice ? 'off' : 'polite');
  }

  #drawPreview(): void {
    this.#log.clear();
    this.#log.add('note', '', this.#words.disclosure);
  }

  #say(text: string): void {
    this.#parts.status.textContent = text;
  }

  #setOpen(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    this.#parts.panel.hidden = !isOpen;
    this.#draw();
    if (this.#isPreview) {
      this.#drawPreview();
      return;
    }
    if (!isOpen) {
      this.#stopTalking();
      this.#chat?.close();
      this.#parts.launcher.focus();
      return;
    }
    if (!this.#isFrame) this.#parts.field.focus();
    this.#enter();
  }

  #listen(): void {
    const { launcher, panel, field, form, buttons } = this.#parts;
    launcher.addEventListener('click', () => this.#setOpen(!this.#isOpen));
    buttons.close.addEventListener('click', () => this.#setOpen(false));
    panel.addEventListener('keydown', (event) => {
      // Shortcuts of the page are not meant while somebody writes here.
      event.stopPropagation();
      if (event.key === 'Escape' && !this.#isFrame) this.#setOpen(false);
    });
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    buttons.talk.addEventListener('click', () => {
      if (this.#voice) this.#stopTalking();
      else this.#startTalking();
    });
    buttons.mute.addEventListener('click', () => this.#voice?.mute(!this.#voice.isMuted()));
    buttons.person.addEventListener('click', () => {
      this.#stopTalking();
      void this.#chat?.handOver();
      field.focus();
    });
    buttons.again.addEventListener('click', () => void this.#restart());
    buttons.retry.addEventListener('click', () => {
      const again = this.#retry;
      this.#retry = undefined;
      this.#drawState();
      again?.();
      field.focus();
    });
  }

  #send(): void {
    const { field, buttons } = this.#parts;
    const text = field.value.trim();
    if (text === '' || buttons.send.disabled) return;
    field.value = '';
    this.#retry = undefined;
    if (this.#voice) this.#voice.say(text);
    else this.#chat?.send(text);
  }

  async #restart(): Promise<void> {
    const unsent = await this.#chat?.restart();
    this.#retry = undefined;
    this.#log.add('note', '', this.#words.disclosure);
    const { field } = this.#parts;
    field.value = [unsent, field.value].filter(Boolean).join('\n').slice(0, field.maxLength);
    field.focus();
    await this.#chat?.open();
    this.#drawState();
  }

  #startTalking(): void {
    const chat = this.#chat;
    const session = chat?.session();
    const ears = this.#ears;
    if (!chat || !session || !ears) return;
    const { caption, field, voiceBar } = this.#parts;
    this.#say('');
    this.#voice = openVoice({
      ears: () => ears(session),
      hangUp: (ended) => void ears(session, ended).catch(() => {}),
      language: this.#language,
      // As a file, which a strict policy of the page allows with the script.
      workletUrl: new URL('worklet.js', home).href,
      onTurn: (text, aloud) => {
        caption.textContent = '';
        chat.send(text, aloud);
      },
      onInterrupt: (heard) => {
        chat.interrupt(heard);
        this.#drawState();
      },
      onWords: (text) => {
        caption.textContent = text;
      },
      onLevel: (loudness) => voiceBar.style.setProperty('--level', String(Math.min(1, loudness * 6))),
      onChange: () => this.#drawState(),
      onLost: (error, words) => {
        this.#stopTalking();
        if (error === undefined) this.#say(this.#words.paused);
        else if (error instanceof EarsError) this.#say(reasonIn(this.#words, error));
        else chat.explain(error);
        // The words that were not sent can be finished by hand.
        if (field.value.trim() === '') field.value = words;
        field.focus();
      },
    });
    this.#drawState();
  }

  /** Closes microphone and loudspeaker. The words of an answer that is made are still shown. */
  #stopTalking(): void {
    const voice = this.#voice;
    if (!voice) return;
    this.#voice = undefined;
    voice.close();
    this.#parts.caption.textContent = '';
    this.#drawState();
  }
}
