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
  billing_info: {
    email: 'accounts@brightline.example',
    currency: 'USD',
    plan: 'partner',
    party: {
      name: 'Brightline Voice Ltd',
      address: '4 Cannery Yard\nPortsmouth PO1 3XX\nUnited Kingdom',
      tax_id: 'GB 000 0001 61',
    },
    issuing: {
      tax: { name: 'VAT', rate: '20' },
      payment_days: 14,
      payment_details: 'Brightline Voice Ltd\nSort code 00-00-00\nAccount 00000001',
      email: 'accounts@brightline.example',
      number_prefix: 'BV-',
    },
  },
  below: [
    {
      name: 'Harbor Dental Group',
      type: 'client',
      billing_info: {
        email: 'office@harbordental.example',
        external_id: 'HDG-7',
        party: { name: 'Harbor Dental Group Ltd', address: '12 Harbor Square\nSouthsea PO5 3XX' },
      },
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
      billing_info: {
        email: 'buchhaltung@kessler-haustechnik.example',
        party: {
          name: 'Kessler Haustechnik GmbH',
          address: 'Lindenweg 21\n79098 Freiburg\nDeutschland',
          tax_id: 'DE000000016',
        },
        tax: { name: 'VAT', rate: '0', note: 'Reverse charge: the recipient accounts for VAT.' },
      },
      below: [{ name: 'Kessler Freiburg', type: 'location' }],
    },
    {
      name: 'Marlow Property Care',
      type: 'client',
      billing_info: {
        email: 'finance@marlow.example',
        external_id: 'MPC-12',
        party: { name: 'Marlow Property Care Ltd', address: '3 Weir Lane\nMarlow SL7 1XX' },
      },
      below: [{ name: 'Marlow Lettings', type: 'subcompany' }],
    },
    {
      name: 'Bexley Stone Solicitors',
      type: 'client',
      billing_info: {
        email: 'practice@bexleystone.example',
        external_id: 'BSS-3',
        party: { name: 'Bexley Stone Solicitors LLP', address: '88 Temple Row\nLondon EC4Y 7XX' },
      },
    },
  ],
};
