import OpenAI from 'openai';

const { BASE, VOICE_KEY, AGENT } = process.env;

const client = new OpenAI({ baseURL: `${BASE}/v1/live/agents/${AGENT}`, apiKey: VOICE_KEY });

const stream = await client.chat.completions.create(
  {
    model: 'agent',
    messages: [{ role: 'user', content: 'I need an appointment' }],
    stream: true,
    stream_options: { include_usage: true },
  },
  { headers: { 'X-Call-Id': crypto.randomUUID() } },
);
for await (const { choices } of stream) process.stdout.write(choices[0]?.delta.content ?? '');
process.stdout.write('\n');
