import type { Client } from '../client.ts';

type ClientBody = Parameters<Client['clients']['create']>[0]['body'];

/** An organization of the demonstration, with its children. */
export interface DemoOrganization extends Omit<ClientBody, 'parent_id'> {
  readonly below?: readonly DemoOrganization[];
}

/** An agency that runs voice agents for dentists, a heating engineer, a property manager and a law firm. */
export const reseller: DemoOrganization = {
  name: 'Brightline Voice',
  type: 'reseller',
  settings: { locale: 'en', timezone: 'Europe/London', recording_enabled: true },
  billing_info: { email: 'accounts@brightline.example', currency: 'USD', plan: 'partner' },
  below: [
    {
      name: 'Harbor Dental Group',
      type: 'client',
      billing_info: { email: 'office@harbordental.example', external_id: 'HDG-7' },
      below: [
        {
          name: 'Harbor Dental North',
          type: 'subcompany',
          below: [
            { name: 'Pier Street', type: 'location' },
            { name: 'Mill Lane', type: 'location' },
          ],
        },
        {
          name: 'Harbor Dental South',
          type: 'subcompany',
          below: [{ name: 'Castle Road', type: 'location', settings: { retention_days: 90 } }],
        },
      ],
    },
    {
      name: 'Kessler Haustechnik',
      type: 'client',
      settings: { locale: 'de', timezone: 'Europe/Berlin' },
      below: [{ name: 'Kessler Freiburg', type: 'location' }],
    },
    {
      name: 'Marlow Property Care',
      type: 'client',
      billing_info: { email: 'finance@marlow.example', external_id: 'MPC-12' },
      below: [{ name: 'Marlow Lettings', type: 'subcompany' }],
    },
    {
      name: 'Bexley Stone Solicitors',
      type: 'client',
      billing_info: { email: 'practice@bexleystone.example', external_id: 'BSS-3' },
    },
  ],
};
