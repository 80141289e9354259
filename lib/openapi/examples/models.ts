import type { ExamplesOf } from './example.ts';

export const models: ExamplesOf<'models'> = {
  list: {
    response: {
      data: [
        {
          id: 'eu.amazon.nova-lite-v1:0',
          uses: ['agents', 'analyzers'],
          default_of: ['agents', 'analyzers'],
        },
        { id: 'rehearsal', uses: ['agents'], default_of: [] },
      ],
    },
  },
};
