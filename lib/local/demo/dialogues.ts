import type { Client } from '#lib/client.ts';
import type { AgentName } from './agents.ts';

type ConversationBody = Parameters<Client['conversations']['create']>[0]['body'];
type DemoTurn = NonNullable<ConversationBody['turns']>[number];

export interface DemoDialogue
  extends Omit<ConversationBody, 'agent_id' | 'client_id' | 'start_time' | 'turns' | 'provider'> {
  /** A unique key, by which later starts find the conversation. */
  readonly key: string;
  readonly agent: AgentName;
  /** The name of the organization that the conversation belongs to. */
  readonly organization: string;
  readonly hoursAgo: number;
  readonly turns: readonly DemoTurn[];
  /** How long it is quiet after each turn, in milliseconds. */
  readonly pauses?: readonly number[];
  /** Whether a recording named after the key exists next to this file. */
  readonly recording?: boolean;
}

const agent = (text: string, more: Partial<DemoTurn> = {}): DemoTurn => ({ role: 'agent', text, ...more });
const user = (text: string): DemoTurn => ({ role: 'user', text });
const cost = (amount: string) => ({ amount, currency: 'USD' });

/** A date that is a number of days after the next Tuesday, so that offered dates are always in the future. */
const afterTuesday = (days: number): string => {
  const date = new Date();
  const untilTuesday = ((8 - date.getUTCDay()) % 7) + 1;
  date.setUTCDate(date.getUTCDate() + untilTuesday + days);
  return date.toISOString().slice(0, 10);
};

/** The phone numbers are from ranges that Ofcom and the Bundesnetzagentur reserve for fiction: 01632 960… and 030 23125…. */
export const dialogues: readonly DemoDialogue[] = [
  {
    key: 'reschedule',
    agent: 'pia',
    organization: 'Pier Street',
    hoursAgo: 3,
    recording: true,
    direction: 'inbound',
    caller: { number: '+441632960123', name: 'Nora Whitfield' },
    status: 'completed',
    end_reason: 'caller_hung_up',
    outcome: 'appointment_moved',
    sentiment: 'positive',
    summary: 'Nora Whitfield moved her cleaning from Tuesday to Friday at half past nine.',
    data: { patient: 'Nora Whitfield', appointment: 'cleaning', moved_to: 'Friday 09:30' },
    quality: {
      successful: true,
      score: 0.96,
      criteria: [{ name: 'Repeats date and time before booking', passed: true, rationale: null }],
    },
    metrics: { e2e_latency_p50_ms: 840, interruptions: 0 },
    cost: cost('0.041'),
    turns: [
      agent('Harbor Dental, this is Pia. How can I help you?'),
      user('Hello, I have to reschedule my cleaning on Tuesday.'),
      agent('Of course. I have Thursday at four, or Friday at half past nine.', {
        tool_calls: [
          {
            id: 'call_1',
            name: 'find_appointments',
            arguments: { from: afterTuesday(0), kind: 'cleaning' },
            result: [`${afterTuesday(2)}T16:00`, `${afterTuesday(3)}T09:30`],
            error: null,
          },
        ],
      }),
      user('Friday is perfect.'),
      agent('Then I move it to Friday at half past nine. Is that right?'),
      user('Yes, thank you very much.'),
      agent('It is done. See you on Friday, goodbye.', {
        tool_calls: [
          {
            id: 'call_2',
            name: 'book_appointment',
            arguments: { slot: `${afterTuesday(3)}T09:30`, name: 'Nora Whitfield' },
            result: { booked: true },
            error: null,
          },
        ],
      }),
    ],
  },
  {
    key: 'toothache',
    agent: 'pia',
    organization: 'Mill Lane',
    hoursAgo: 26,
    recording: true,
    direction: 'inbound',
    caller: { number: '+441632960877' },
    status: 'completed',
    end_reason: 'agent_hung_up',
    outcome: 'emergency_booked',
    sentiment: 'mixed',
    summary: 'A caller with a toothache since the night got today’s emergency slot at a quarter past two.',
    quality: { successful: true, score: 0.9, criteria: [] },
    metrics: { e2e_latency_p50_ms: 910, interruptions: 1 },
    cost: cost('0.036'),
    turns: [
      agent('Harbor Dental, this is Pia. How can I help you?'),
      user('My tooth has been hurting since last night, and it is getting worse.'),
      agent('I am sorry to hear that. Is your face swollen, or do you have a fever?'),
      user('No, it just hurts.'),
      agent('I can give you our emergency slot today at a quarter past two.'),
      user('Yes please. I will be there.'),
      agent('You are booked. Please come ten minutes early. Get well soon.'),
    ],
  },
  {
    key: 'heizung',
    agent: 'max',
    organization: 'Kessler Freiburg',
    hoursAgo: 50,
    recording: true,
    direction: 'inbound',
    caller: { number: '+493023125456', name: 'Familie Brandt' },
    status: 'completed',
    end_reason: 'agent_hung_up',
    outcome: 'engineer_sent',
    sentiment: 'neutral',
    summary: 'Die Heizung ist seit heute früh kalt, der Kessler-Notdienst kommt zwischen zwei und vier.',
    metrics: { e2e_latency_p50_ms: 1020 },
    cost: cost('0.052'),
    turns: [
      agent('Kessler Haustechnik, mein Name ist Max. Was ist passiert?'),
      user('Guten Tag. Unsere Heizung ist seit heute früh kalt.'),
      agent('Das ist unangenehm. Zeigt das Gerät einen Fehler an?'),
      user('Ja, da steht F vier.'),
      agent('Danke. Unser Notdienst kommt heute zwischen zwei und vier Uhr.'),
      user('Wunderbar, vielen Dank.'),
    ],
  },
  {
    key: 'opening-hours',
    agent: 'pia',
    organization: 'Castle Road',
    hoursAgo: 71,
    channel: 'chat',
    direction: 'inbound',
    caller: { id: 'web-58112' },
    status: 'completed',
    outcome: 'answered',
    sentiment: 'neutral',
    summary: 'Asked for Saturday opening hours.',
    cost: cost('0.004'),
    turns: [
      user('Are you open on Saturdays?'),
      agent('Castle Road is open every first Saturday of the month, from nine to one.'),
      user('Good to know, thanks!'),
    ],
  },
  {
    key: 'price-of-whitening',
    agent: 'pia',
    organization: 'Castle Road',
    hoursAgo: 95,
    channel: 'web',
    direction: 'inbound',
    caller: { id: 'web-60440' },
    status: 'completed',
    outcome: 'answered',
    sentiment: 'positive',
    summary: 'Wanted to know the price of whitening and whether it hurts.',
    cost: cost('0.006'),
    turns: [
      user('How much is whitening?'),
      agent('Whitening with trays for home is 249 pounds, including the check-up before it.'),
      user('Does it hurt?'),
      agent('Teeth can be sensitive for a day or two. Most people do not mind it.'),
    ],
  },
  {
    key: 'recall-yes',
    agent: 'recall',
    organization: 'Pier Street',
    hoursAgo: 28,
    direction: 'outbound',
    caller: { number: '+441632960456', name: 'Tom Okafor' },
    status: 'completed',
    outcome: 'appointment_booked',
    sentiment: 'positive',
    summary: 'Tom Okafor booked a check-up for Wednesday at three.',
    cost: cost('0.029'),
    turns: [
      agent('Hello, this is Harbor Dental. Is this a good moment?'),
      user('Sure, what is it?'),
      agent('Your last check-up was fourteen months ago. May I offer you Wednesday at ten?'),
      user('Ten is too early, do you have the afternoon?'),
      agent('Three o’clock is free.'),
      user('Great, book it.'),
    ],
  },
  {
    key: 'recall-no',
    agent: 'recall',
    organization: 'Pier Street',
    hoursAgo: 29,
    direction: 'outbound',
    caller: { number: '+441632960457' },
    status: 'completed',
    outcome: 'declined',
    sentiment: 'negative',
    summary: 'Has moved away and does not want to be called again.',
    cost: cost('0.011'),
    turns: [
      agent('Hello, this is Harbor Dental. Is this a good moment?'),
      user('I moved away last year. Please do not call again.'),
      agent('I have noted it. Sorry for the trouble, and all the best.'),
    ],
  },
  {
    key: 'recall-voicemail',
    agent: 'recall',
    organization: 'Mill Lane',
    hoursAgo: 30,
    direction: 'outbound',
    caller: { number: '+441632960458' },
    status: 'failed',
    end_reason: 'voicemail',
    outcome: 'no_answer',
    turns: [],
  },
  {
    key: 'insurance',
    agent: 'pia',
    organization: 'Mill Lane',
    hoursAgo: 122,
    direction: 'inbound',
    caller: { number: '+441632960311' },
    status: 'completed',
    outcome: 'transferred',
    sentiment: 'neutral',
    summary: 'A question about an insurance form; put through to the office.',
    cost: cost('0.018'),
    turns: [
      agent('Harbor Dental, this is Pia. How can I help you?'),
      user('My insurance wants form twelve, and I cannot find it anywhere.'),
      agent('The office knows that form. May I put you through?'),
      user('Yes, please.'),
    ],
  },
  {
    key: 'cancel',
    agent: 'pia',
    organization: 'Pier Street',
    hoursAgo: 170,
    direction: 'inbound',
    caller: { number: '+441632960123', name: 'Nora Whitfield' },
    status: 'completed',
    outcome: 'appointment_cancelled',
    sentiment: 'neutral',
    summary: 'Cancelled a consultation and will reschedule it herself.',
    cost: cost('0.014'),
    turns: [
      agent('Harbor Dental, this is Pia. How can I help you?'),
      user('I need to cancel the consultation tomorrow. I will reschedule it later myself.'),
      agent('It is cancelled. We are here when you are ready.'),
    ],
  },
  {
    key: 'wasserschaden',
    agent: 'max',
    organization: 'Kessler Freiburg',
    hoursAgo: 268,
    direction: 'inbound',
    caller: { number: '+493023125654' },
    status: 'completed',
    outcome: 'engineer_sent',
    sentiment: 'negative',
    summary: 'Wasserrohrbruch im Keller; der Haupthahn ist zu, der Notdienst unterwegs.',
    cost: cost('0.047'),
    turns: [
      agent('Kessler Haustechnik, mein Name ist Max. Was ist passiert?'),
      user('Im Keller steht das Wasser, es kommt aus der Wand!'),
      agent('Drehen Sie bitte zuerst den Haupthahn zu. Ich schicke sofort jemanden.'),
      user('Der Hahn ist zu. Bitte beeilen Sie sich.'),
    ],
  },
  {
    key: 'termin-sms',
    agent: 'max',
    organization: 'Kessler Freiburg',
    hoursAgo: 316,
    channel: 'sms',
    direction: 'inbound',
    caller: { number: '+493023125222' },
    status: 'completed',
    outcome: 'answered',
    sentiment: 'positive',
    summary: 'Fragte nach dem Termin der jährlichen Wartung.',
    turns: [
      user('Wann ist unsere Wartung?'),
      agent('Am Dienstag zwischen 8 und 10 Uhr. Möchten Sie den Termin ändern?'),
      user('Nein, passt.'),
    ],
  },
  {
    key: 'now',
    agent: 'pia',
    organization: 'Castle Road',
    hoursAgo: 0,
    direction: 'inbound',
    caller: { number: '+441632960700' },
    status: 'active',
    turns: [
      agent('Harbor Dental, this is Pia. How can I help you?'),
      user('One moment, I am looking for my calendar.'),
    ],
  },
];
