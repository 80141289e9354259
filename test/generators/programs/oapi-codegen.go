package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"generated/api"
)

func must[T any](value *T, err error) *T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
		return nil
	}
	client := must(api.NewClientWithResponses(os.Getenv("BASE"), api.WithRequestEditorFn(authorize)))
	organization := must(client.ClientsCreateWithResponse(ctx, nil, api.OrganizationInput{Name: "Harbor Dental", Type: "client"})).JSON201
	agent := must(client.AgentsCreateWithResponse(ctx, nil, api.AgentInput{Name: "Pia", ClientId: &organization.Id})).JSON201
	call := must(client.ConversationsCreateWithResponse(ctx, nil, api.ConversationInput{AgentId: agent.Id})).JSON201
	list := must(client.ConversationsListWithResponse(ctx, &api.ConversationsListParams{ClientId: &organization.Id})).JSON200
	fmt.Println(len(list.Data) == 1 && list.Data[0].Id == call.Id)
}
