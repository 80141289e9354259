import type { ComponentProps } from 'react';
import { lazy, Suspense } from 'react';
import { Loading } from '../kit/notices.tsx';
import { words } from '../words/index.ts';

const Picture = lazy(async () => ({ default: (await import('./flow-picture.tsx')).FlowPicture }));

/** A flow as a picture. What lays out graphs is large, and loaded once there is a flow to show. */
export const FlowPicture = (props: ComponentProps<typeof Picture>) => (
  <Suspense fallback={<Loading what={words.agents.flow.drawing} />}>
    <Picture {...props} />
  </Suspense>
);
