import type { Page } from 'playwright-core';
import { newRecognizer } from './spoken.ts';

/** Stands in for Amazon Transcribe, for a page whose microphone hears these utterances. */
export const recognizeIn = async (
  page: Page,
  utterances: readonly string[],
  /** So many connections are dropped at first. */
  dropped = 0,
): Promise<{ readonly opened: string[] }> => {
  const opened: string[] = [];
  const recognizer = newRecognizer(utterances);
  await page.routeWebSocket(/stream-transcription-websocket/, (socket) => {
    opened.push(socket.url());
    if (opened.length <= dropped) {
      void socket.close();
      return;
    }
    socket.onMessage((message) => {
      for (const words of recognizer.hear(message as Buffer)) socket.send(words);
    });
  });
  return { opened };
};
