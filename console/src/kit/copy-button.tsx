import { useState } from 'react';
import { words } from '../words/index.ts';
import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';

/** Copies a text to the clipboard, and says so. */
export const CopyButton = ({ text, children, ...rest }: ButtonProps & { readonly text: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button small {...rest} onClick={() => void copy()} onBlur={() => setCopied(false)}>
      <span aria-live="polite">{copied ? words.kit.copied : children}</span>
    </Button>
  );
};
