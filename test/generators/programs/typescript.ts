import { AgentsApi, ClientsApi, Configuration, ConversationsApi, OrganizationType } from './generated/index';

declare const process: { readonly env: Readonly<Record<string, string>> };

const settings = new Configuration({ basePath: process.env.BASE ?? '', accessToken: process.env.KEY ?? '' });
const conversations = new ConversationsApi(settings);
const { id: clientId } = await new ClientsApi(settings).clientsCreate({
  organizationInput: { name: 'Harbor Dental', type: OrganizationType.ORGANIZATION_TYPE_CLIENT },
});
const { id: agentId } = await new AgentsApi(settings).agentsCreate({ agentInput: { name: 'Pia', clientId } });
const call = await conversations.conversationsCreate({ conversationInput: { agentId } });
const { data } = await conversations.conversationsList({ clientId });
console.log(data.length === 1 && data[0]?.id === call.id);
