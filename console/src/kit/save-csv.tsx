import { useState } from 'react';
import { saveFile } from '../api/download.ts';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { Problem } from './notices.tsx';

interface SaveCsvProps {
  /** Of the file. */
  readonly name: string;
  readonly read: () => Promise<string>;
}

/** Saves what the API answers as CSV. */
export const SaveCsv = ({ name, read }: SaveCsvProps) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      saveFile(name, 'text/csv;charset=utf-8', await read());
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  return (
    <>
      <Button busy={busy} onClick={() => void save()}>
        {words.kit.saveCsv}
      </Button>
      {error !== undefined && <Problem error={error} />}
    </>
  );
};
