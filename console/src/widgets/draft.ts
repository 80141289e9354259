import type { Widget, WidgetPatch } from 'voice-agent-platform-client';

export const languages = ['en', 'de'] as const;
type Language = (typeof languages)[number];

export const limitNames = [
  'chats_per_visitor_hour',
  'messages_per_visitor_hour',
  'talks_per_visitor_hour',
  'open_chats',
  'chats_per_day',
  'messages_per_day',
  'model_tokens_per_day',
  'listening_minutes_per_visitor_day',
  'listening_minutes_per_day',
  'spoken_characters_per_day',
] as const satisfies readonly (keyof Widget['limits'])[];

type Texts = Widget['texts'][string];

/** The settings of a widget as people enter them. */
export interface Draft {
  readonly name: string;
  readonly origins: string;
  readonly public_variables: string;
  readonly frame: boolean;
  readonly require_token: boolean;
  readonly voice: boolean;
  readonly shown_name: string;
  readonly has_color: boolean;
  readonly color: string;
  readonly position: 'end' | 'start';
  readonly texts: Readonly<Record<Language, Texts>>;
  readonly limits: Readonly<Record<(typeof limitNames)[number], string>>;
}

const noTexts: Texts = { title: null, disclosure: null, placeholder: null };

export const draftOf = ({ appearance, texts, limits, ...widget }: Widget): Draft => ({
  name: widget.name,
  origins: widget.origins.join('\n'),
  public_variables: widget.public_variables.join('\n'),
  frame: widget.frame,
  require_token: widget.require_token,
  voice: widget.voice,
  shown_name: appearance.name ?? '',
  has_color: appearance.color !== null,
  color: appearance.color ?? '#1f5fd0',
  position: appearance.position,
  texts: { en: texts.en ?? noTexts, de: texts.de ?? noTexts },
  limits: Object.fromEntries(limitNames.map((name) => [name, String(limits[name])])) as Draft['limits'],
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isSet = (texts: Texts): boolean => Object.values(texts).some((text) => text !== null);

export const patchOf = (draft: Draft): WidgetPatch => ({
  name: draft.name,
  origins: linesOf(draft.origins),
  public_variables: linesOf(draft.public_variables),
  frame: draft.frame,
  require_token: draft.require_token,
  voice: draft.voice,
  appearance: {
    name: draft.shown_name || null,
    color: draft.has_color ? draft.color : null,
    position: draft.position,
  },
  texts: Object.fromEntries(
    languages.map((language) => [language, isSet(draft.texts[language]) ? draft.texts[language] : null]),
  ),
  limits: Object.fromEntries(limitNames.map((name) => [name, Number(draft.limits[name])])),
});

/** The parts that differ, each of which the bar counts as a change. */
export const changesIn = (draft: Draft, before: Draft): readonly (keyof Draft)[] =>
  (Object.keys(draft) as (keyof Draft)[]).filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]),
  );
