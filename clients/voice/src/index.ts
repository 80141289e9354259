export type { EarsFault } from './fault.ts';
export { EarsError } from './fault.ts';
export type { Listener } from './listen.ts';
export { listen } from './listen.ts';
export { workletCode } from './microphone.ts';
export type { HeardSound, PlayedSentence, SpokenSentence } from './player.ts';
export { newPlayer } from './player.ts';
export type { ChatHandler, Talk, TalkEvent, TalkOptions, TalkState } from './talk.ts';
export { startTalk } from './talk.ts';
