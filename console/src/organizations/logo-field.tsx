import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { FileField } from '../kit/field.tsx';
import { words } from '../words/index.ts';
import { settingWords } from '../words/settings.ts';
import styles from './organizations.module.css';

interface LogoFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** A data: URL; empty without a logo. */
  readonly value: string;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (event: { target: { value: string } }) => void;
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** As the API has it, of a data: URL. */
const mostCharacters = 8_000;

/** A small image, kept as a data: URL. */
export const LogoField = ({ label, hint, value, fault, disabled, onChange }: LogoFieldProps) => {
  const text = settingWords();
  const [tooLarge, setTooLarge] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const url = await dataUrlOf(file);
    setTooLarge(url.length > mostCharacters);
    if (url.length <= mostCharacters) onChange({ target: { value: url } });
  };
  return (
    <FileField
      label={label}
      hint={hint}
      fault={tooLarge ? text.logoTooLarge : fault}
      accept="image/png,image/jpeg,image/webp,image/svg+xml"
      disabled={disabled}
      onFiles={([file]) => void choose(file)}
      before={value && <img className={styles.logo} src={value} alt={label} />}
      after={
        value &&
        !disabled && (
          <Button small onClick={() => onChange({ target: { value: '' } })}>
            {words.kit.remove}
          </Button>
        )
      }
    />
  );
};
