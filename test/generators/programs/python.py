import os

from generated import AgentInput, AgentsApi, ApiClient, ClientsApi, Configuration
from generated import ConversationInput, ConversationsApi, OrganizationInput, OrganizationType

client = ApiClient(Configuration(host=os.environ["BASE"], access_token=os.environ["KEY"]))
organization = ClientsApi(client).clients_create(
    OrganizationInput(name="Harbor Dental", type=OrganizationType.ORGANIZATION_TYPE_CLIENT)
)
agent = AgentsApi(client).agents_create(AgentInput(name="Pia", client_id=organization.id))
call = ConversationsApi(client).conversations_create(ConversationInput(agent_id=agent.id))
found = ConversationsApi(client).conversations_list(client_id=organization.id).data
print("true" if [one.id for one in found] == [call.id] else "false")
