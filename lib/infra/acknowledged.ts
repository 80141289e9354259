import type { CfnElement } from 'aws-cdk-lib';
import { Stack, Token, Validations } from 'aws-cdk-lib';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/** The accepted findings of cdk-nag, each with its reason. */
const reasons = {
  'AwsSolutions-APIG4':
    'Who asks is found out within each function, by a key whose hash is looked up in the table. An authorizer would be one more function to wait for and to pay.',
  'AwsSolutions-COG4': 'As AwsSolutions-APIG4.',
  'AwsSolutions-COG3':
    'Threat protection is billed for each person. Everybody needs a second factor, and nobody can register.',
  'AwsSolutions-COG8': 'As AwsSolutions-COG3: the plan that includes threat protection.',
  'AwsSolutions-APIG2':
    'Each function validates its requests by the contract, and answers with a problem document.',
  'AwsSolutions-APIG3':
    'A firewall in front of the operator’s domain also covers the streamed routes: their own address is then disabled.',
  'AwsSolutions-APIG6': 'The access log has a line for each request, and the function another one.',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
    'The policy that AWS keeps for the logs of REST APIs, which the account needs for any access log of one.',
  'AwsSolutions-IAM5[Resource::*]':
    'X-Ray knows no resources: its two permissions cannot be restricted to any.',
  'AwsSolutions-IAM5[Resource::<BucketArn>/recordings/*]':
    'Every recording, and nothing else in the bucket: which one it is, only the request says.',
  'AwsSolutions-IAM5[Resource::<BucketArn>/provider-events/*]':
    'What providers post and is too large for the table: only the event says which object it is.',
  'AwsSolutions-IAM5[Resource::<BucketArn>/exports/*]':
    'The files of every export, and nothing else in the bucket: only the request or the task says which export it is.',
  'AwsSolutions-IAM5[Resource::<AuditBucketArn>/audit/*]':
    'The seals of every hour: only the time says which one it is.',
  'AwsSolutions-IAM5[Resource::<BucketArn>/speech/*]':
    'Spoken texts, which expire after a day, and nothing else in the bucket: only the request says which agent and text.',
  'AwsSolutions-IAM5[Resource::*]:transcribe':
    'A stream of Transcribe is no resource: the permission to open one cannot be restricted.',
  'Serverless-LambdaStarPermissions:transcribe':
    'A stream of Transcribe is no resource: the permission to open one cannot be restricted.',
  'AwsSolutions-IAM5[Resource::*]:polly':
    'Polly has no resources but lexicons: its permissions to list voices and to speak cannot be restricted to any.',
  'Serverless-LambdaStarPermissions:polly':
    'Polly has no resources but lexicons: its permissions to list voices and to speak cannot be restricted to any.',
  'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<CallApiId>/calls/*/@connections/*]':
    'The connections of carriers and pages, and nothing else of the API: only the request says which one it is.',
  'Serverless-LambdaDLQ:sockets':
    'It is only called by the gateway, and the carrier goes on with the call: nothing could end in a queue.',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]':
    'The policy that AWS keeps for CodeDeploy and Lambda; a copy of it would not be kept.',
  'AwsSolutions-S1:recordings':
    'The log has each request for a link with its caller. The use of links is logged with data.recordings_access_logs.',
  'AwsSolutions-S1:access':
    'This bucket contains the access log. A log of access to the log would need another bucket.',
  'AwsSolutions-S1:seals':
    'One function writes into it, and the auditors of the operator read it. Nobody can change what it holds.',
  'AwsSolutions-S1:copies':
    'Only replication writes into it, and nobody reads it unless the first region is lost.',
  'AwsSolutions-S1:console':
    'It holds the files of the console, which everybody may read through CloudFront, and nothing else.',
  'AwsSolutions-CFR1': 'Where people may sign in from is for the operator to decide, in a web ACL.',
  'AwsSolutions-CFR2':
    'Without console.web_acl_arn the operator wants no firewall, which costs by the month: the pages are static, and the API has its own throttles.',
  'AwsSolutions-CFR3': 'The pages are the same for everybody; the gateway logs each request to the API.',
  'AwsSolutions-CFR4':
    'Without console.domain it is the certificate of CloudFront’s own name, whose protocols AWS decides on.',
  'AwsSolutions-APIG1':
    'The operator wants no log of the gateway (logs.access): the functions write a line each.',
  'Serverless-APIGWAccessLogging':
    'The operator wants no log of the gateway (logs.access): the functions write a line each.',
  'Serverless-APIGWXrayEnabled': 'The operator wants no traces (logs.tracing).',
  'Serverless-LambdaTracing': 'The operator wants no traces (logs.tracing).',
  'AwsSolutions-SMG4':
    'It only proves that an address in the log is true, and leaves neither CloudFront nor the functions. A deployment would have to follow each rotation.',
  'AwsSolutions-SQS3': 'This is the dead-letter queue.',
  'Serverless-SQSRedrivePolicy': 'This is the dead-letter queue.',
  'Serverless-LambdaStarPermissions':
    'X-Ray knows no resources: its two permissions cannot be restricted to any.',
  'Serverless-LambdaDLQ:answers':
    'It is only called by the gateway, which waits for the answer: nothing could end in a queue.',
  'Serverless-LambdaDLQ:follows':
    'What it gives up is put into the queue by the event source or the destination of its invocations.',
  'Serverless-LambdaDLQ:invoked':
    'It is only called by functions that wait for its answer: nothing could end in a queue.',
  'Serverless-LambdaDLQ:tasks': 'It is called by its queue, which has a dead-letter queue.',
  'Serverless-LambdaEventSourceMappingDestination':
    'Destinations are for streams. The queue keeps what fails, and has a dead-letter queue.',
  'Serverless-LambdaDLQ:clock':
    'The next run picks up whatever a run could not do. SweepsFail alarms on failed runs, and ClockStopped on missing ones.',
  'Serverless-LambdaAsyncFailureDestination':
    'The next run picks up whatever a run could not do. SweepsFail alarms on failed runs, and ClockStopped on missing ones.',
  'Serverless-SNSRedrivePolicy':
    'A mail that could not be sent is of no use later: the alarm itself stays on the dashboard.',
  'Serverless-EventBusDLQ':
    'An event contains only the time, and the next one repeats it. ClockStopped alarms if none arrives.',
} as const;

/** The findings of a role that may ask a model by way of a profile of Bedrock's. */
export const acknowledgeProfile = (role: IConstruct, model: string): void => {
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${model}]`,
    reason:
      'The profile routes requests to this model in regions that it chooses. The model is allowed only through the profile.',
  });
};

/** Accepts the findings of the library's function that copies a deployment's files into a bucket. */
export const acknowledgeCopying = (copying: IConstruct, into: Bucket): void => {
  const stack = Stack.of(into);
  const account = Token.isUnresolved(stack.account) ? '<AWS::AccountId>' : stack.account;
  const region = Token.isUnresolved(stack.region) ? '<AWS::Region>' : stack.region;
  const qualifier = (stack.nestedStackParent ?? stack).synthesizer.bootstrapQualifier ?? 'hnb659fds';
  const bucket = stack.getLogicalId(into.node.defaultChild as CfnElement);
  const findings = [
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    'AwsSolutions-IAM5[Action::s3:GetBucket*]',
    'AwsSolutions-IAM5[Action::s3:GetObject*]',
    'AwsSolutions-IAM5[Action::s3:List*]',
    'AwsSolutions-IAM5[Action::s3:Abort*]',
    'AwsSolutions-IAM5[Action::s3:DeleteObject*]',
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-${qualifier}-assets-${account}-${region}/*]`,
    `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/*]`,
    'AwsSolutions-L1',
    'Serverless-LambdaDLQ',
    'Serverless-LambdaLatestVersion',
    'Serverless-LambdaTracing',
  ];
  for (const id of findings) {
    Validations.of(copying).acknowledge({
      id,
      reason:
        'The library’s own function: CloudFormation calls it during a deployment, waits for its answer, and fails with it. It reads what the CDK has uploaded, and writes into this bucket alone.',
    });
  }
};

/** Accepts the findings of the role with which S3 copies recordings between buckets. */
export const acknowledgeReplication = (role: IConstruct, from: Bucket, to: IBucket): void => {
  const stack = Stack.of(from);
  const source = stack.getLogicalId(from.node.defaultChild as CfnElement);
  const findings = [
    `AwsSolutions-IAM5[Resource::<${source}.Arn>/recordings/*]`,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${stack.resolve(to.bucketName)}/recordings/*]`,
  ];
  for (const id of findings) {
    Validations.of(role).acknowledge({
      id,
      reason: 'Every recording is copied, and nothing else in the bucket. Only S3 can take this role.',
    });
  }
};

/** Acknowledges a finding for one construct. A name after a colon distinguishes reasons of one rule. */
export const acknowledge = (construct: IConstruct, ...findings: (keyof typeof reasons)[]): void => {
  for (const finding of findings) {
    Validations.of(construct).acknowledge({
      id: finding.replace(/^((?:Aws|Server)[\w-]+(?:\[.*\])?):[a-z]+$/, '$1'),
      reason: reasons[finding],
    });
  }
};
