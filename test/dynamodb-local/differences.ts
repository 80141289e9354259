/**
 * Tests that fail on DynamoDB Local because it differs from DynamoDB, each with what differs: the file, and
 * the beginning of the names of one or more tests.
 */
export const differences: readonly { readonly file: string; readonly test: string; readonly why: string }[] =
  [
    {
      file: 'test/functions/isolation.test.ts',
      test: 'What a key does not reach is for',
      why: 'it counts no read units for a read that finds nothing, which DynamoDB charges as a small item',
    },
    {
      file: 'test/functions/transcripts/append.test.ts',
      test: 'appending writes to no list',
      why: 'it counts 4 write units for a transaction for which DynamoDB charges 6',
    },
    {
      file: 'test/limits.test.ts',
      test: 'a request costs one additional write with a limit',
      why: 'it counts no read units for a read that finds nothing, which DynamoDB charges as a small item',
    },
  ];
