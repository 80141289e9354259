package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"generated/api"
)

func must[T any](value *T, _ *http.Response, err error) *T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	settings := api.NewConfiguration()
	settings.Servers = api.ServerConfigurations{{URL: os.Getenv("BASE")}}
	client := api.NewAPIClient(settings)
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, os.Getenv("KEY"))
	input := api.NewOrganizationInput("Harbor Dental", api.ORGANIZATION_TYPE_CLIENT)
	organization := must(client.ClientsAPI.ClientsCreate(ctx).OrganizationInput(*input).Execute())
	newAgent := api.NewAgentInput("Pia")
	newAgent.SetClientId(organization.Id)
	agent := must(client.AgentsAPI.AgentsCreate(ctx).AgentInput(*newAgent).Execute())
	call := must(client.ConversationsAPI.ConversationsCreate(ctx).ConversationInput(*api.NewConversationInput(agent.Id)).Execute())
	list := must(client.ConversationsAPI.ConversationsList(ctx).ClientId(organization.Id).Execute())
	fmt.Println(len(list.Data) == 1 && list.Data[0].Id == call.Id)
}
