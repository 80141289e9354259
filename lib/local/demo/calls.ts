import type { ProviderName } from '#lib/contract/integrations.ts';
import type { AgentName } from './agents.ts';
import type { DemoCall } from './provider-calls.ts';

export interface DemoIntegration {
  readonly provider: ProviderName;
  readonly name: string;
  /** The name of the account's organization. */
  readonly organization: string;
  readonly agent: AgentName;
  /** The provider's id of the agent. */
  readonly provider_agent_id: string;
  readonly calls: readonly Omit<DemoCall, 'provider' | 'agent_id'>[];
}

/**
 * The numbers are from ranges that Ofcom and the Bundesnetzagentur reserve for fiction, as in the dialogues.
 */
export const integrations: readonly DemoIntegration[] = [
  {
    provider: 'elevenlabs',
    name: 'ElevenLabs, reception',
    organization: 'Harbor Dental Group',
    agent: 'pia',
    provider_agent_id: 'agent_demo_reception',
    calls: [
      {
        call_id: 'conv_demo_reception_1',
        hoursAgo: 7,
        caller: '+441632960117',
        recording: 'reschedule',
        said: [
          ['agent', 'Harbor Dental, this is Pia. How can I help you?'],
          ['user', 'Hello, I have to reschedule my cleaning on Tuesday.'],
          ['agent', 'Of course. Thursday at ten, or Friday at half past two?'],
          ['user', 'Thursday at ten is fine, thank you.'],
        ],
        summary: 'The caller moved a cleaning from Tuesday to Thursday at 10:00.',
      },
    ],
  },
  {
    provider: 'vapi',
    name: 'Vapi, recalls',
    organization: 'Harbor Dental Group',
    agent: 'recall',
    provider_agent_id: 'assistant_demo_recall',
    calls: [
      {
        call_id: 'call_demo_recall_1',
        hoursAgo: 30,
        caller: '+441632960131',
        said: [
          ['agent', 'Hello, this is Harbor Dental. Is this a good moment?'],
          ['user', 'Yes, go ahead.'],
          ['agent', 'Your last check-up was more than a year ago. Shall I book one?'],
          ['user', 'Please do, a morning would be best.'],
        ],
        summary: 'The patient asked for a check-up in the morning.',
      },
    ],
  },
  {
    provider: 'retell',
    name: 'Retell, Notdienst',
    organization: 'Kessler Haustechnik',
    agent: 'max',
    provider_agent_id: 'agent_7f3d',
    calls: [
      {
        call_id: 'call_demo_notdienst_1',
        hoursAgo: 52,
        caller: '+493023125044',
        said: [
          ['agent', 'Kessler Haustechnik, mein Name ist Max. Was ist passiert?'],
          ['user', 'Im Keller tropft die Heizung, seit heute früh.'],
          ['agent', 'Ich schicke jemanden. Wie ist die Adresse?'],
          ['user', 'Lindenweg 4, zweiter Hof.'],
        ],
        summary: 'Eine Heizung tropft; der Notdienst fährt zum Lindenweg 4.',
      },
    ],
  },
];
