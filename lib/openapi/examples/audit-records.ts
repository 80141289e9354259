import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client } from './story.ts';

export const auditRecord = {
  id: 'aud_01kag4a2b5c8d1e4f7g9h3j6km',
  version: 1,
  time: '2026-11-20T10:02:11.480Z',
  last_time: '2026-11-20T10:41:09.003Z',
  action: 'conversation.listed',
  actor: { type: 'person' as const, id: 'prs_01kaf9r2c5d8e3f6g9h1j4k7mn', via: 'console' as const },
  client_id: client.id,
  target: { type: 'client', id: client.id },
  changed: [],
  parameters: ['outcome', 'q'],
  count: 3,
  request_id: 'Xc7aGhW2DoEEJVA=',
  sent_request_id: 'console-7f3a',
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
};

export const auditRecords: ExamplesOf<'auditRecords'> = {
  list: {
    query: { target: client.id, from: '2026-11-20T00:00:00Z' },
    response: { data: [auditRecord], ...lastPage },
  },
  get: { params: { audit_record_id: auditRecord.id }, response: auditRecord },
  prove: {
    params: { audit_record_id: auditRecord.id },
    response: {
      audit_record_id: auditRecord.id,
      hour: '2026-11-20T10:00:00.000Z',
      leaf_hash: '3ae0b0ae6c4f5ad1e7b8e42f4fb0b3a7d3c26dbd4aa0e6c2ff5a1c9e3a7f7a10',
      leaf_index: 0,
      tree_size: 2,
      inclusion_path: ['9b74c9897bac770ffc029102a200c5de5d4d3f8a0c6b1e2f7a8d9c0b1a2f3e4d'],
      root: '1c7f5e0d9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d',
      digest_sha256: '5d41402abc4b2a76b9719d911017c592ae3f0c1d2b4a69788796a5b4c3d2e1f0',
      previous_digest_sha256: '7d793037a0760186574b0282f2f435e7a1b2c3d4e5f60718293a4b5c6d7e8f90',
      signature: {
        key_id: 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
        algorithm: 'ECDSA_SHA_256',
        value:
          'MEUCIQDxXMBmSBFMuVln56Hz5sz/2kN4D500+XVGhNpD529MZAIgJW/j8DIIvXLEVD7UvK/Xk174L5bbixdWivVZJk37K3U=',
      },
    },
  },
};
