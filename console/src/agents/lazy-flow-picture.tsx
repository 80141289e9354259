import type { ComponentProps } from 'react';
import { lazy, Suspense } from 'react';
import { Loading } from '../kit/notices.tsx';

const Picture = lazy(async () => ({ default: (await import('./flow-picture.tsx')).FlowPicture }));

/** A flow as a picture. What lays out graphs is large, and loaded once there is a flow to show. */
export const FlowPicture = (props: ComponentProps<typeof Picture>) => (
  <Suspense fallback={<Loading what="Drawing the flow" />}>
    <Picture {...props} />
  </Suspense>
);
