import type { AgentName } from './agents.ts';
import type { DemoDialogue } from './dialogues.ts';

/*
 * Three months of ordinary calls beside the dialogues that were written by hand, so that usage, statements and lists look
 * like those of a business. The same seed makes the same calls; only their dates follow the clock.
 */

/** Numbers from 0 to 1 (mulberry32): the same ones at every start. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Random = () => number;

const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from');
  return value;
};

const pickWeighted = <T extends { readonly weight: number }>(random: Random, values: readonly T[]): T => {
  let left = random() * values.reduce((sum, { weight }) => sum + weight, 0);
  const found = values.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return found ?? pick(random, values);
};

/** What differs between two calls about the same matter. */
interface Details {
  readonly name: string;
  readonly day: string;
  readonly time: string;
  readonly matter: string;
}

type Said = readonly [role: 'agent' | 'user', text: string];

interface Scenario {
  readonly agent: AgentName;
  readonly weight: number;
  readonly outcome: string;
  readonly sentiments: readonly NonNullable<DemoDialogue['sentiment']>[];
  readonly successful: boolean | null;
  readonly matters: readonly string[];
  readonly summary: (details: Details) => string;
  readonly turns: (details: Details) => readonly Said[];
  readonly channel?: 'chat' | 'web' | 'sms';
  readonly direction?: 'outbound';
  readonly status?: 'failed';
  readonly end_reason?: string;
}

const agent = (text: string): Said => ['agent', text];
const user = (text: string): Said => ['user', text];

const dental = 'Harbor Dental, this is Pia. How can I help you?';
const heating = 'Kessler Haustechnik, mein Name ist Max. Was ist passiert?';
const property = 'Marlow Property Care, Leo speaking. What can I do for you?';
const legal = 'Bexley Stone Solicitors, this is Nova. How may I help?';

const pleased = ['positive', 'positive', 'neutral'] as const;
const calm = ['neutral', 'neutral', 'positive'] as const;
const upset = ['negative', 'neutral'] as const;

const scenarios: readonly Scenario[] = [
  {
    agent: 'pia',
    weight: 9,
    outcome: 'appointment_booked',
    sentiments: pleased,
    successful: true,
    matters: ['check-up', 'cleaning', 'filling', 'consultation about a crown', 'check-up for my daughter'],
    summary: ({ name, day, time, matter }) => `${name} booked a ${matter} on ${day} at ${time}.`,
    turns: ({ name, day, time, matter }) => [
      agent(dental),
      user(`Good morning, I would like to make an appointment for a ${matter}.`),
      agent('Gladly. Have you been to the practice before?'),
      user(`Yes, I have. My name is ${name}.`),
      agent(`Thank you. I can offer you ${day} at ${time}, or the day after in the afternoon.`),
      user(`${day} at ${time} is fine.`),
      agent(`Then I book the ${matter} for ${day} at ${time}. You will get a text message the day before.`),
      user('Lovely, thank you.'),
      agent('You are welcome. Goodbye.'),
    ],
  },
  {
    agent: 'pia',
    weight: 5,
    outcome: 'appointment_moved',
    sentiments: calm,
    successful: true,
    matters: ['check-up', 'cleaning', 'root canal treatment'],
    summary: ({ name, day, time, matter }) => `${name} moved a ${matter} to ${day} at ${time}.`,
    turns: ({ name, day, time, matter }) => [
      agent(dental),
      user(`Hi, ${name} here. Something came up at work, and I cannot make it to my ${matter}.`),
      agent('No problem. Shall I look for another time?'),
      user('Please. Mornings are best for me.'),
      agent(`The next free morning is ${day}, at ${time}.`),
      user('That works.'),
      agent(`Your ${matter} is now on ${day} at ${time}.`),
    ],
  },
  {
    agent: 'pia',
    weight: 3,
    outcome: 'appointment_cancelled',
    sentiments: ['neutral'],
    successful: true,
    matters: ['check-up', 'cleaning'],
    summary: ({ name, matter }) => `${name} cancelled a ${matter} and will call again.`,
    turns: ({ name, matter }) => [
      agent(dental),
      user(`This is ${name}. I have a cold and have to cancel my ${matter} tomorrow.`),
      agent('I am sorry to hear that. It is cancelled, free of charge. Shall I book another time?'),
      user('Not now, I will call when I am well again.'),
      agent('Get well soon. Goodbye.'),
    ],
  },
  {
    agent: 'pia',
    weight: 3,
    outcome: 'answered',
    sentiments: calm,
    successful: true,
    channel: 'chat',
    matters: ['parking', 'opening hours', 'payment by instalments', 'wheelchair access'],
    summary: ({ matter }) => `A question about ${matter}.`,
    turns: ({ matter }) => [
      user(`Hello, I have a question about ${matter}.`),
      agent(`Of course. You find everything about ${matter} on our website; what would you like to know?`),
      user('Whether it is different on Saturdays.'),
      agent('No, it is the same on every day that we are open.'),
      user('Thanks.'),
    ],
  },
  {
    agent: 'pia',
    weight: 2,
    outcome: 'transferred',
    sentiments: upset,
    successful: false,
    end_reason: 'transferred',
    matters: ['an invoice', 'a complaint', 'a letter from my insurance'],
    summary: ({ name, matter }) => `${name} called about ${matter} and was put through to the office.`,
    turns: ({ name, matter }) => [
      agent(dental),
      user(`It is about ${matter}, for the second time now. ${name} is my name.`),
      agent('I am sorry that it is still open. I put you through to the office.'),
      user('I hope so.'),
    ],
  },
  {
    agent: 'recall',
    weight: 4,
    outcome: 'appointment_booked',
    sentiments: pleased,
    successful: true,
    direction: 'outbound',
    matters: ['check-up'],
    summary: ({ name, day, time }) => `${name} was reminded of the check-up and booked ${day} at ${time}.`,
    turns: ({ name, day, time }) => [
      agent(`Hello, this is Harbor Dental. Am I speaking with ${name}?`),
      user('Yes, speaking.'),
      agent('Your last check-up was more than a year ago. May I offer you a time?'),
      user('Oh, has it been that long? What do you have?'),
      agent(`${day} at ${time}.`),
      user('I take it.'),
      agent('Then we see you there. Goodbye.'),
    ],
  },
  {
    agent: 'recall',
    weight: 3,
    outcome: 'declined',
    sentiments: ['neutral', 'negative'],
    successful: false,
    direction: 'outbound',
    matters: ['check-up'],
    summary: ({ name }) => `${name} does not want an appointment at the moment.`,
    turns: ({ name }) => [
      agent(`Hello, this is Harbor Dental. Am I speaking with ${name}?`),
      user('Yes, but I am at work.'),
      agent('I only wanted to remind you of your check-up. Shall I call at another time?'),
      user('No, I will get in touch myself.'),
      agent('Of course. Have a good day.'),
    ],
  },
  {
    agent: 'recall',
    weight: 3,
    outcome: 'no_answer',
    sentiments: ['unknown'],
    successful: null,
    direction: 'outbound',
    status: 'failed',
    end_reason: 'no_answer',
    matters: ['check-up'],
    summary: () => 'Nobody answered.',
    turns: () => [],
  },
  {
    agent: 'max',
    weight: 6,
    outcome: 'engineer_sent',
    sentiments: ['neutral', 'negative', 'positive'],
    successful: true,
    matters: ['Die Heizung bleibt kalt', 'Das Warmwasser ist ausgefallen', 'Der Heizkörper tropft'],
    summary: ({ name, matter, time }) => `${matter}; ein Techniker kommt heute gegen ${time} zu ${name}.`,
    turns: ({ name, matter, time }) => [
      agent(heating),
      user(`Guten Tag, ${name}. ${matter}, seit gestern Abend schon.`),
      agent('Das tut mir leid. Zeigt das Gerät eine Störung an?'),
      user('Es blinkt rot, mehr sehe ich nicht.'),
      agent(`Danke. Ein Techniker kann heute gegen ${time} bei Ihnen sein. Passt das?`),
      user('Ja, ich bin zu Hause.'),
      agent('Dann ist er unterwegs. Er meldet sich eine halbe Stunde vorher.'),
    ],
  },
  {
    agent: 'max',
    weight: 4,
    outcome: 'maintenance_booked',
    sentiments: pleased,
    successful: true,
    matters: ['Wartung der Gastherme', 'Wartung der Wärmepumpe', 'Prüfung der Solaranlage'],
    summary: ({ name, matter, time }) => `${name} hat einen Termin für die ${matter} um ${time} vereinbart.`,
    turns: ({ name, matter, time }) => [
      agent(heating),
      user(`Es eilt nicht. ${name}, ich brauche einen Termin für die ${matter}.`),
      agent(`Gern. Am nächsten Mittwoch um ${time} ist noch etwas frei.`),
      user('Das ist gut.'),
      agent('Eingetragen. Sie bekommen eine Bestätigung per SMS.'),
    ],
  },
  {
    agent: 'max',
    weight: 2,
    outcome: 'answered',
    sentiments: calm,
    successful: true,
    channel: 'sms',
    matters: ['Rechnung', 'Anfahrt', 'Fördermittel'],
    summary: ({ matter }) => `Eine Frage zum Thema ${matter}.`,
    turns: ({ matter }) => [
      user(`Hallo, eine Frage zum Thema ${matter}: wen spreche ich da an?`),
      agent('Frau Seidel im Büro, werktags von 8 bis 16 Uhr.'),
      user('Danke!'),
    ],
  },
  {
    agent: 'leo',
    weight: 6,
    outcome: 'repair_scheduled',
    sentiments: ['neutral', 'positive', 'negative'],
    successful: true,
    matters: ['the boiler', 'the kitchen tap', 'the front door lock', 'a window that does not close'],
    summary: ({ name, matter, day, time }) =>
      `${name} reported ${matter}; a visit is set for ${day} at ${time}.`,
    turns: ({ name, matter, day, time }) => [
      agent(property),
      user(`Hi, this is ${name} from flat ${name.length}. There is a problem with ${matter}.`),
      agent('Thank you for telling us. Is anybody in danger, or is anything getting wet?'),
      user('No, but it has to be mended.'),
      agent(`Our technician can come on ${day} at ${time}. Will someone be in?`),
      user('My partner will.'),
      agent('It is scheduled. You can follow the visit in the tenant app.'),
    ],
  },
  {
    agent: 'leo',
    weight: 3,
    outcome: 'viewing_booked',
    sentiments: pleased,
    successful: true,
    channel: 'web',
    matters: ['the two-bedroom flat', 'the studio by the station', 'the garden flat'],
    summary: ({ name, matter, day, time }) => `${name} will view ${matter} on ${day} at ${time}.`,
    turns: ({ name, matter, day, time }) => [
      user(`Is ${matter} still available?`),
      agent(`Yes, it is. Viewings are on ${day}, at ${time} for example.`),
      user(`I will come. ${name}.`),
      agent('You are on the list. Please bring a photo identification.'),
    ],
  },
  {
    agent: 'leo',
    weight: 2,
    outcome: 'escalated',
    sentiments: upset,
    successful: false,
    end_reason: 'transferred',
    matters: ['the deposit', 'the noise upstairs', 'a repair that was promised'],
    summary: ({ name, matter }) => `${name} complained about ${matter} and wants to be called by a manager.`,
    turns: ({ name, matter }) => [
      agent(property),
      user(`I have called three times about ${matter}. Nobody does anything.`),
      agent('I understand that you are annoyed. A manager calls you today. Under which name?'),
      user(`${name}. I am waiting.`),
    ],
  },
  {
    agent: 'nova',
    weight: 5,
    outcome: 'consultation_booked',
    sentiments: calm,
    successful: true,
    matters: ['the sale of a house', 'a will', 'an employment contract', 'a boundary with the neighbors'],
    summary: ({ name, matter, day, time }) =>
      `${name} needs advice about ${matter}; first consultation on ${day} at ${time}.`,
    turns: ({ name, matter, day, time }) => [
      agent(legal),
      user(`I need advice about ${matter}.`),
      agent('I can arrange a first consultation. May I have your name, and the other party’s?'),
      user(`${name}. There is nobody on the other side yet.`),
      agent(`Thank you. The first consultation takes half an hour. Is ${day} at ${time} convenient?`),
      user('Yes. Do I have to bring anything?'),
      agent('Whatever you have in writing. You receive a confirmation by email.'),
    ],
  },
  {
    agent: 'nova',
    weight: 2,
    outcome: 'message_taken',
    sentiments: ['neutral'],
    successful: true,
    matters: ['completion', 'the contract', 'a signature'],
    summary: ({ name, matter }) => `${name} asks to be called back about ${matter}.`,
    turns: ({ name, matter }) => [
      agent(legal),
      user(`${name} here. Could Ms Stone call me back about ${matter}?`),
      agent('She is in court until four. I pass it on. Is this the best number?'),
      user('It is. Thank you.'),
    ],
  },
];

const english = [
  'Amelia Hart',
  'Daniel Osei',
  'Priya Raman',
  'George Whitcombe',
  'Sofia Marchetti',
  'Liam Doyle',
  'Hannah Birch',
  'Marcus Bell',
  'Yusuf Demir',
  'Olivia Stanton',
  'Chloe Adeyemi',
  'Peter Lindqvist',
];
const german = ['Anna Vogt', 'Jürgen Maier', 'Leyla Kaya', 'Thomas Brandl', 'Sabine Krüger', 'Familie Wolf'];
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'];
const times = ['9:00', '9:45', '10:30', '11:15', '14:00', '15:30', '16:15'];

/** Where an agent's calls belong, and in what share; who runs it, and for how much a minute. */
const runs: Readonly<
  Record<
    AgentName,
    {
      readonly organizations: readonly string[];
      readonly provider: string;
      readonly perMinute: number;
      readonly names: readonly string[];
      /** Of the ranges that Ofcom and the Bundesnetzagentur keep for fiction. */
      readonly numbers: string;
    }
  >
> = {
  pia: {
    organizations: ['Pier Street', 'Pier Street', 'Mill Lane', 'Mill Lane', 'Castle Road'],
    provider: 'elevenlabs',
    perMinute: 0.088,
    names: english,
    numbers: '+441632960',
  },
  recall: {
    organizations: ['Pier Street', 'Mill Lane', 'Castle Road'],
    provider: 'elevenlabs',
    perMinute: 0.08,
    names: english,
    numbers: '+441632960',
  },
  max: {
    organizations: ['Kessler Freiburg', 'Kessler Freiburg', 'Kessler Haustechnik'],
    provider: 'retell',
    perMinute: 0.094,
    names: german,
    numbers: '+493023125',
  },
  leo: {
    organizations: ['Marlow Lettings', 'Marlow Property Care'],
    provider: 'vapi',
    perMinute: 0.109,
    names: english,
    numbers: '+441632960',
  },
  nova: {
    organizations: ['Bexley Stone Solicitors'],
    provider: 'vapi',
    perMinute: 0.117,
    names: english,
    numbers: '+441632960',
  },
};

export const providerOf = (name: AgentName): string => runs[name].provider;

const dayMs = 24 * 60 * 60 * 1000;
const historyDays = 88;

/** A time in business hours of the last three months: business grows, and weekends are quiet. */
const timeOf = (random: Random, now: number): number => {
  for (;;) {
    const ago = 1 + Math.floor(historyDays * random() ** 1.25);
    const day = Math.floor((now - ago * dayMs) / dayMs) * dayMs;
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (isWeekend && random() > 0.15) continue;
    const hours = 7.5 + (random() + random()) * 5.25;
    return Math.floor(day + (hours / 24) * dayMs);
  }
};

/** How long people think before they answer, in milliseconds. */
const pauseMs = (random: Random): number => 900 + Math.floor(random() ** 2 * 9000);

const dialogueOf = (random: Random, at: number, time: number, now: number): DemoDialogue => {
  const scenario = pickWeighted(random, scenarios);
  const { organizations, perMinute, names, numbers } = runs[scenario.agent];
  const details: Details = {
    name: pick(random, names),
    day: pick(random, days),
    time: pick(random, times),
    matter: pick(random, scenario.matters),
  };
  const turns = scenario.turns(details).map(([role, text]) => ({ role, text }));
  const pauses = turns.map(() => pauseMs(random));
  const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60_000 + turns.length * 0.06;
  const isText = scenario.channel === 'chat' || scenario.channel === 'sms';
  const number = `${numbers}${String(Math.floor(random() * 1000)).padStart(3, '0')}`;
  return {
    key: `history-${at}`,
    agent: scenario.agent,
    organization: pick(random, organizations),
    hoursAgo: (now - time) / (60 * 60 * 1000),
    pauses,
    direction: scenario.direction ?? 'inbound',
    caller: { number, name: details.name },
    status: scenario.status ?? 'completed',
    end_reason: scenario.end_reason ?? (random() < 0.7 ? 'caller_hung_up' : 'agent_hung_up'),
    outcome: scenario.outcome,
    sentiment: pick(random, scenario.sentiments),
    summary: scenario.summary(details),
    metrics: turns.length > 0 ? { e2e_latency_p50_ms: 620 + Math.floor(random() * random() * 1400) } : {},
    turns,
    ...(scenario.channel && { channel: scenario.channel }),
    ...(scenario.successful !== null && {
      quality: {
        successful: scenario.successful && random() > 0.04,
        score: Math.round((scenario.successful ? 0.75 + random() * 0.25 : 0.3 + random() * 0.3) * 100) / 100,
        criteria: [],
      },
    }),
    ...(turns.length > 0 && {
      cost: { amount: (isText ? 0.0042 : minutes * perMinute).toFixed(4), currency: 'USD' },
    }),
  };
};

/** So many calls of the last three months, oldest first. */
export const history = (now: number, calls: number): readonly DemoDialogue[] => {
  const random = randomFrom(20_261_122);
  const ages = Array.from({ length: calls }, () => now - timeOf(random, now)).sort(
    (one, other) => other - one,
  );
  return ages.map((age, at) => dialogueOf(random, at + 1, now - age, now));
};
