import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AgentsApi;
import org.openapitools.client.api.ClientsApi;
import org.openapitools.client.api.ConversationsApi;
import org.openapitools.client.model.AgentInput;
import org.openapitools.client.model.ConversationInput;
import org.openapitools.client.model.OrganizationInput;
import org.openapitools.client.model.OrganizationType;

public class Main {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    var conversations = new ConversationsApi(client);
    var input = new OrganizationInput().name("Harbor Dental").type(OrganizationType.ORGANIZATION_TYPE_CLIENT);
    var organization = new ClientsApi(client).clientsCreate(input, null);
    var pia = new AgentInput().name("Pia").clientId(organization.getId());
    var agent = new AgentsApi(client).agentsCreate(pia, null);
    var call = conversations.conversationsCreate(new ConversationInput().agentId(agent.getId()), null);
    var found = conversations.conversationsList(
        null, null, null, organization.getId(), null, null, null, null, null, null, null, null, null).getData();
    System.out.println(found.size() == 1 && found.get(0).getId().equals(call.getId()));
  }
}
