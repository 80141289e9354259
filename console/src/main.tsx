import './kit/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { canSignIn, startSession } from './api/session.ts';
import { App } from './app.tsx';
import { expectMovedNodes } from './shell/moved-nodes.ts';
import { applyTheme } from './shell/theme.ts';
import { startWords } from './words/index.ts';

expectMovedNodes();
applyTheme();
// Together with the texts and the identity, and not after them.
// If it fails, the attempt that shows the pages reports it.
if (canSignIn()) {
  for (const later of [import('./signed-in.tsx'), import('./api/access.ts')]) later.catch(() => undefined);
}
await startWords();
void startSession();

// A link that is pasted into a tab in which the console is open already changes nothing but the fragment.
window.addEventListener('hashchange', () => {
  if (window.location.hash.includes('sign_in=')) void startSession();
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
