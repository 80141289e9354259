import { lazy, Suspense } from 'react';
import type { DeniedProps, RightProps } from './help-parts.tsx';

const LazyDenied = lazy(() => import('./help-parts.tsx').then((module) => ({ default: module.Denied })));
const LazyRight = lazy(() => import('./help-parts.tsx').then((module) => ({ default: module.RightNeeded })));

/** In place of a page, or of a part of it, for which a right is missing. */
export const Denied = (props: DeniedProps) => (
  <Suspense>
    <LazyDenied {...props} />
  </Suspense>
);

/** A sentence on the right that is missing, and on whom to ask for it. */
export const RightNeeded = (props: RightProps) => (
  <Suspense>
    <LazyRight {...props} />
  </Suspense>
);
