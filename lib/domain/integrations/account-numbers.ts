/** The way of a number's calls at a carrier. */
export interface NumberRouting {
  readonly voice_url: string;
  readonly voice_method: string;
  readonly status_callback: string;
  readonly status_callback_method: string;
  /** The id of an application that overrides the addresses; an empty text: none. */
  readonly voice_application: string;
}

/** A number of an account at a carrier. */
export interface CarrierNumber {
  /** The carrier's id of it. */
  readonly id: string;
  readonly number: string;
  readonly name: string | null;
  readonly has_voice: boolean;
  /** Whether its calls go to a SIP trunk, whatever its addresses are. */
  readonly on_trunk: boolean;
  readonly routing: NumberRouting;
}

/** The numbers of an account at a carrier. */
export interface NumberAccount {
  readonly list: () => Promise<readonly CarrierNumber[]>;
  readonly find: (number: string) => Promise<CarrierNumber | undefined>;
  readonly route: (id: string, routing: NumberRouting) => Promise<void>;
}

/** A number that nobody answers. */
export const noRouting: NumberRouting = {
  voice_url: '',
  voice_method: 'POST',
  status_callback: '',
  status_callback_method: 'POST',
  voice_application: '',
};

const answering = /\/v1\/integrations\/(intg_[0-9a-z]{26})\/voice$/;

/** The integration to which a number points, by any host of the platform; undefined: none. */
export const integrationOf = ({ voice_url, voice_application }: NumberRouting): string | undefined =>
  voice_application === '' ? answering.exec(voice_url)?.[1] : undefined;
