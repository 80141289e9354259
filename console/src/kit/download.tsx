import { useMutation } from '@tanstack/react-query';
import { saveFrom } from '../api/download.ts';
import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import { Problem } from './notices.tsx';

interface DownloadProps extends ButtonProps {
  /** Makes a link that is answered as an attachment, so that the page stays where it is. */
  readonly link: () => Promise<string>;
}

/** Saves a file. Links are valid for minutes, so each click makes another one. */
export const Download = ({ link, ...rest }: DownloadProps) => {
  const follow = useMutation({ mutationFn: link, onSuccess: (url) => saveFrom(url) });
  return (
    <>
      <Button small {...rest} busy={follow.isPending} onClick={() => follow.mutate()} />
      {follow.error && <Problem error={follow.error} />}
    </>
  );
};
