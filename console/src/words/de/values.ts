import type { Words } from '../words.ts';

export const values: Words['values'] = {
  channel: {
    phone: 'Telefon',
    web: 'Webanruf',
    chat: 'Chat',
    sms: 'SMS',
    email: 'E-Mail',
    other: 'Sonstiges',
  },
  direction: { inbound: 'Eingehend', outbound: 'Ausgehend' },
  sentiment: { positive: 'Positiv', neutral: 'Neutral', negative: 'Negativ' },
  ended: { not_joined: 'Niemand beigetreten' },
  status: { active: 'Läuft', completed: 'Abgeschlossen', failed: 'Fehlgeschlagen' },
};
