import type { Stack } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Bundle } from '#lib/build/bundles.ts';
import type { Operation } from '#lib/contract/index.ts';
import { gatewayMethodOf, pathOf } from '#lib/contract/route.ts';
import { acknowledge } from './acknowledged.ts';
import type { Canary } from './canary.ts';
import type { Data } from './data-stack.ts';
import { PartStack } from './part-stack.ts';
import type { FunctionOptions } from './platform-function.ts';
import { PlatformFunction } from './platform-function.ts';
import { callSocketsOf } from './socket-stack.ts';

export interface ResourceStackProps {
  readonly data: Data;
  readonly api: IHttpApi;
  readonly options: FunctionOptions;
  readonly canary: Canary | undefined;
  /** The id of the WebSocket API. */
  readonly callApiId: string;
  /** The operator's name for it. */
  readonly socketName: string | undefined;
  /** The operations of the resource, each with the bundle of its function. */
  readonly operations: readonly (Pick<Operation, 'id' | 'route'> & { readonly bundle: Bundle })[];
}

/** Passes the requests of routes to a function, with one permission for any number of routes. */
export const integrationOf = (made: PlatformFunction): HttpLambdaIntegration =>
  new HttpLambdaIntegration(`${made.node.id}.Integration`, made.called, { scopePermissionToRoute: false });

/**
 * The functions and routes of one resource of the contract. The resource determines the stack, so a new route
 * never moves another one. A moved route would be created in one stack before it is deleted in the other,
 * which fails.
 */
export class ResourceStack extends PartStack {
  constructor(
    scope: Stack,
    resource: string,
    { data, api, options, canary, callApiId, socketName, operations }: ResourceStackProps,
  ) {
    super(
      scope,
      resource.replace(/^./, (initial) => initial.toUpperCase()),
      data,
    );
    const callSockets = callSocketsOf(() => this.pass('CallApiId', callApiId), socketName);
    for (const { id, route, bundle } of operations) {
      const made = new PlatformFunction(this, { bundle, data: this, ...options, callSockets });
      canary?.add(made);
      const integration = integrationOf(made);
      const served = new HttpRoute(this, `${id}.Route`, {
        httpApi: api,
        routeKey: HttpRouteKey.with(pathOf(route), HttpMethod[gatewayMethodOf(route)]),
        integration,
      });
      acknowledge(served, 'AwsSolutions-APIG4');
    }
  }
}
