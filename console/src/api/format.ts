import type { Money } from 'voice-agent-platform-client';

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const number = new Intl.NumberFormat();

export const formatTime = (time: string): string => dateTime.format(new Date(time));
export const formatDate = (time: string): string => date.format(new Date(time));
export const formatNumber = (value: number): string => number.format(value);

const padded = (value: number): string => String(value).padStart(2, '0');

/** `3:07`, or `1:02:45` from an hour on. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}`
    : `${minutes}:${padded(seconds % 60)}`;
};

/** The exact amount, with two decimal places or as many as it has. */
export const formatMoney = ({ amount, currency }: Money): string => {
  const decimals = amount.split('.')[1]?.length ?? 0;
  return new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, decimals),
  }).format(Number(amount));
};

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

export const formatBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
};

/** `appointment_booked` as `Appointment booked`. */
export const inWords = (slug: string): string => {
  const words = slug.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
