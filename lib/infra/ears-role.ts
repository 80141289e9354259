import { ArnPrincipal, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledged.ts';

/**
 * The role that opens a stream of Amazon Transcribe, and can do nothing else: a page gets what its session
 * has signed. It trusts the role of one function, for sessions that are named after a chat. That allows the
 * function to take it, which needs no permission of its own in the same account
 * (docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html).
 */
export class EarsRole extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, trusted: Role) {
    super(scope, id);
    this.role = new Role(this, 'Role', {
      assumedBy: new ArnPrincipal(trusted.roleArn).withConditions({
        StringLike: { 'sts:RoleSessionName': 'conv_*' },
      }),
      inlinePolicies: {
        Own: new PolicyDocument({
          statements: [
            // A stream is no resource.
            new PolicyStatement({
              actions: ['transcribe:StartStreamTranscriptionWebSocket'],
              resources: ['*'],
            }),
          ],
        }),
      },
    });
    acknowledge(
      this.role,
      'AwsSolutions-IAM5[Resource::*]:transcribe',
      'Serverless-LambdaStarPermissions:transcribe',
    );
  }
}
