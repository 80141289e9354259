import { readFileSync } from 'node:fs';

const { conversation_id, metadata, analysis, transcript } = JSON.parse(readFileSync(0));
console.log(
  JSON.stringify({
    agent_id: process.argv[2],
    provider: { name: 'elevenlabs', conversation_id },
    status: 'completed',
    start_time: new Date(metadata.start_time_unix_secs * 1000),
    duration_ms: metadata.call_duration_secs * 1000,
    end_reason: metadata.termination_reason,
    summary: analysis.transcript_summary,
    quality: { successful: analysis.call_successful === 'success' },
    turns: transcript.map(({ role, message, time_in_call_secs }) => ({
      role,
      text: message ?? '',
      start_ms: time_in_call_secs * 1000,
    })),
  }),
);
