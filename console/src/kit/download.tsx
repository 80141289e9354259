import { useMutation } from '@tanstack/react-query';
import { saveFrom } from '../api/download.ts';
import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import { Problem } from './notices.tsx';

interface DownloadProps extends ButtonProps {
  /**
   * Makes a link that is answered as an attachment, so that the page stays where it is. `name` is for an
   * address of the page itself: the answer of another one names the file.
   */
  readonly link: () => Promise<{ readonly url: string; readonly name?: string }>;
}

/** Saves a file. Links are valid for minutes, so each click makes another one. */
export const Download = ({ link, ...rest }: DownloadProps) => {
  const follow = useMutation({ mutationFn: link, onSuccess: ({ url, name }) => saveFrom(url, name) });
  return (
    <>
      <Button small {...rest} busy={follow.isPending} onClick={() => follow.mutate()} />
      {follow.error && <Problem error={follow.error} />}
    </>
  );
};
