export { listen, newPlayer } from 'voice-agent-platform-voice';
