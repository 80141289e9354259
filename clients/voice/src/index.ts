export { workletCode } from './microphone.ts';
export type { HeardSound, SpokenSentence } from './player.ts';
export { newPlayer } from './player.ts';
export type { Talk, TalkEvent, TalkOptions, TalkState } from './talk.ts';
export { startTalk } from './talk.ts';
