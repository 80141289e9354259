/** The time zone of this device. */
const zoneOfDevice = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The time zone that dates are shown in: the one of the organization whose pages are open, once it is known.
 */
export let zone = zoneOfDevice;

export const setZone = (next: string | undefined): void => {
  zone = next ?? zoneOfDevice;
};

/** `Europe/London`, `America/New York`: for people. */
export const zoneName = (name = zone): string => name.replaceAll('_', ' ');
