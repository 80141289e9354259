/** A time zone that this browser knows; undefined: it does not, or says none. */
const known = (name: string | undefined): string | undefined => {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone && name;
  } catch {
    return undefined;
  }
};

/** The time zone of this device. Some report none, or one that they do not know themselves. */
export const zoneHere = known(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';

/**
 * The time zone that dates are shown in: the one of the organization whose pages are open, once it is known.
 */
export let zone = zoneHere;

export const setZone = (next: string | undefined): void => {
  zone = known(next) ?? zoneHere;
};

/** `Europe/London`, `America/New York`: for people. */
export const zoneName = (name = zone): string => name.replaceAll('_', ' ');
