"""An update of a nested stack keeps the attributes of resources that do not change. MiniStack 1.5.33 loses
them."""
import boto3, json, time

stacks, buckets = boto3.client('cloudformation'), boto3.client('s3')
region = stacks.meta.region_name
buckets.create_bucket(Bucket='templates', CreateBucketConfiguration={'LocationConstraint': region})

def parent(seconds):
    same = {'Type': 'AWS::SQS::Queue', 'Properties': {'VisibilityTimeout': 30}}
    changed = {'Type': 'AWS::SQS::Queue', 'Properties': {'VisibilityTimeout': seconds}}
    child = {'Resources': {'Same': same, 'Changed': changed},
             'Outputs': {'Arn': {'Value': {'Fn::GetAtt': ['Same', 'Arn']}}}}
    buckets.put_object(Bucket='templates', Key=f'{seconds}.json', Body=json.dumps(child))
    url = f'https://s3.{region}.amazonaws.com/templates/{seconds}.json'
    nested = {'Type': 'AWS::CloudFormation::Stack', 'Properties': {'TemplateURL': url}}
    return json.dumps({'Resources': {'Nested': nested}})

def settled():
    time.sleep(1)
    while True:
        status = stacks.describe_stacks(StackName='parent')['Stacks'][0]['StackStatus']
        if not status.endswith('IN_PROGRESS'): return status
        time.sleep(0.2)

stacks.create_stack(StackName='parent', TemplateBody=parent(60))
print('Created:', settled())
stacks.update_stack(StackName='parent', TemplateBody=parent(90))
print('Expected: UPDATE_COMPLETE')
print('Answered:', settled())
for event in stacks.describe_stack_events(StackName='parent')['StackEvents']:
    if 'FAILED' in event['ResourceStatus']: print('         ', event.get('ResourceStatusReason'))
