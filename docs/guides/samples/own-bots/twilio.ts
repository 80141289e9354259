import { createClient } from 'voice-agent-platform-client';
import { WebSocketServer } from 'ws';
import { History, resume } from './history.ts';

const { BASE = '', KEY = '', AGENT_ID = '', PORT = '8080' } = process.env;

const platform = createClient({ baseUrl: BASE, apiKey: KEY });

/** Your bot. */
const answerOf = async (prompt: string): Promise<string> => `You said: ${prompt}`;

// region relay
// What the last run could not send.
void resume(platform).catch(console.error);

const server = new WebSocketServer({ port: Number(PORT) });

server.on('connection', (socket) => {
  let history: History | undefined;

  const receive = async (text: string) => {
    const message = JSON.parse(text) as Record<string, string>;
    if (message.type === 'setup') {
      history = new History(platform, {
        agent_id: AGENT_ID,
        direction: 'inbound',
        caller: { number: message.from ?? null },
        provider: { name: 'twilio', conversation_id: message.callSid ?? null },
      });
    }
    if (message.type === 'prompt') {
      const prompt = message.voicePrompt ?? '';
      history?.say('user', prompt);
      const token = await answerOf(prompt);
      socket.send(JSON.stringify({ type: 'text', token, last: true }));
      history?.say('agent', token);
    }
  };

  // An error of one call must not end the process, and with it all other calls.
  socket.on('message', (data) => void receive(String(data)).catch(console.error));
  socket.on('error', console.error);
  socket.on('close', () => void history?.end('caller_hung_up').catch(console.error));
});
// endregion

server.on('listening', () => console.log(server.address()));
