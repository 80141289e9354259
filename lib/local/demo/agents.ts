import type { Client } from '../client.ts';

type AgentBody = Parameters<Client['agents']['create']>[0]['body'];

type DocumentBody = Parameters<Client['documents']['create']>[0]['body'];

export interface DemoAgent extends Omit<AgentBody, 'client_id'> {
  /** The name of the agent's organization. */
  readonly organization: string;
  /** Its knowledge base. */
  readonly documents?: readonly DocumentBody[];
}

export const agents = {
  pia: {
    organization: 'Harbor Dental Group',
    name: 'Pia, reception',
    description: 'Books, moves and cancels appointments, and answers what people ask before they come.',
    language: 'en-GB',
    voice_id: 'warm-british-female-2',
    // Of no provider: whatever server is set up speaks.
    voice: { speed: 1.05 },
    first_message: 'Harbor Dental, this is Pia. How can I help you?',
    prompt:
      'You are Pia, the receptionist of {{client.name}}. Find out who is calling and what they need. Offer the two ' +
      'nearest free times. Repeat date and time before you book. Never give medical advice: for pain, swelling or ' +
      'bleeding offer the emergency slot of the day.',
    personality: { tone: 'warm', style: 'brief', traits: ['patient', 'precise'] },
    model: { provider: 'openai', id: 'gpt-4o-mini', temperature: 0.3, max_tokens: 400 },
    tools: [
      {
        name: 'find_appointments',
        description: 'Free appointments, soonest first',
        parameters: {
          type: 'object',
          properties: { from: { type: 'string', format: 'date' }, kind: { type: 'string' } },
          required: ['from'],
        },
      },
      {
        name: 'book_appointment',
        description: 'Books one of the free appointments',
        parameters: {
          type: 'object',
          properties: { slot: { type: 'string', format: 'date-time' }, name: { type: 'string' } },
          required: ['slot', 'name'],
        },
      },
    ],
    conversation_flow: {
      start: 'greet',
      nodes: [
        {
          id: 'greet',
          instruction: 'Greet, and find out what the caller needs.',
          transitions: [
            { to: 'book', when: 'the caller wants an appointment, or to move one' },
            { to: 'urgent', when: 'the caller is in pain' },
            { to: 'close', when: 'the question is answered' },
          ],
        },
        {
          id: 'book',
          instruction: 'Offer two times and book one.',
          transitions: [{ to: 'close', when: 'it is booked' }],
        },
        {
          id: 'urgent',
          instruction: 'Offer today’s emergency slot, or connect to the dentist on call.',
          transitions: [{ to: 'close', when: 'it is settled' }],
        },
        { id: 'close', instruction: 'Sum up in one sentence and say goodbye.', transitions: [] },
      ],
    },
    metadata: { team: 'front-desk' },
    documents: [
      {
        name: 'Opening hours',
        text:
          'Harbor Dental is open Monday to Friday from 8:00 to 18:00, and on Saturdays from 9:00 to 13:00. An emergency ' +
          'slot is kept free each day at 12:30. On public holidays the dentist on call answers 01632 960 900.',
      },
      {
        name: 'Appointments and fees',
        text:
          'Appointments are moved free of charge until noon of the day before; later, or when a patient does not come, ' +
          'the practice charges 25 pounds.\n\nA check-up takes 30 minutes, a professional cleaning 45. New patients ' +
          'come 15 minutes early to fill in their form.',
      },
    ],
  },
  recall: {
    organization: 'Harbor Dental Group',
    name: 'Recall line',
    description: 'Calls patients whose last check-up was long ago.',
    language: 'en-GB',
    voice_id: 'calm-british-male-1',
    first_message: 'Hello, this is Harbor Dental. Is this a good moment?',
    prompt: 'You call patients who are due for a check-up. Be friendly, never insist, take no for an answer.',
    model: { provider: 'openai', id: 'gpt-4o-mini', temperature: 0.5 },
  },
  max: {
    organization: 'Kessler Haustechnik',
    name: 'Max, Notdienst',
    description: 'Nimmt Störungen auf und schickt den Notdienst.',
    language: 'de-DE',
    voice_id: 'ruhig-maennlich-1',
    first_message: 'Kessler Haustechnik, mein Name ist Max. Was ist passiert?',
    prompt:
      'Du nimmst Störungen von Heizung und Wasser auf. Frage nach Adresse, Gerät und seit wann. Bei Gasgeruch ' +
      'sofort zum Verlassen des Hauses auffordern und an die Leitstelle verweisen.',
    personality: { tone: 'ruhig', style: 'sachlich', traits: [] },
    provider: { name: 'retell', agent_id: 'agent_7f3d' },
  },
  leo: {
    organization: 'Marlow Property Care',
    name: 'Leo, tenants',
    description: 'Takes repairs from tenants, and arranges viewings.',
    language: 'en-GB',
    voice_id: 'young-british-male-3',
    first_message: 'Marlow Property Care, Leo speaking. What can I do for you?',
    prompt:
      'You are Leo of Marlow Property Care. Find out which flat it is and what is broken. For gas, fire or water, ' +
      'name the emergency number first. Offer a visit, and repeat day and time.',
    personality: { tone: 'friendly', style: 'brief', traits: ['patient'] },
    model: { provider: 'openai', id: 'gpt-4o-mini', temperature: 0.4 },
    provider: { name: 'vapi', agent_id: '3b0c1f6e-6f0a-4f5e-9a27-1c9d2d7c41aa' },
  },
  nova: {
    organization: 'Bexley Stone Solicitors',
    name: 'Nova, intake',
    description: 'Takes the details of new matters, and books first consultations.',
    language: 'en-GB',
    voice_id: 'calm-british-female-4',
    first_message: 'Bexley Stone Solicitors, this is Nova. How may I help?',
    prompt:
      'You take the details of new matters for a law firm: the name of the caller, the other party, what it is about. ' +
      'Never give legal advice. Book a first consultation of half an hour.',
    personality: { tone: 'calm', style: 'formal', traits: ['discreet'] },
    model: { provider: 'openai', id: 'gpt-4o-mini', temperature: 0.2 },
    provider: { name: 'vapi', agent_id: '9d4e7a52-0b7c-4d0e-8f61-5a2f6e0b93d8' },
  },
} as const satisfies Record<string, DemoAgent>;

export type AgentName = keyof typeof agents;
