export { workletCode } from './microphone.ts';
export type { Talk, TalkEvent, TalkOptions, TalkState } from './talk.ts';
export { startTalk } from './talk.ts';
