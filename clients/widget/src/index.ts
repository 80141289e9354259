import { VoiceAgentElement } from './element.ts';

// A page may contain the script twice.
if (!customElements.get('voice-agent')) customElements.define('voice-agent', VoiceAgentElement);
