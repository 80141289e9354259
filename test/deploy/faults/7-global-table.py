"""An update of a global table without a name of its own changes it in place. MiniStack 1.5.33 replaces it."""
import boto3, json, time

stacks = boto3.client('cloudformation')
region = stacks.meta.region_name

def template(*indexes):
    names = ['pk', *indexes]
    properties = {
        'BillingMode': 'PAY_PER_REQUEST', 'Replicas': [{'Region': region}],
        'AttributeDefinitions': [{'AttributeName': name, 'AttributeType': 'S'} for name in names],
        'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}]}
    if indexes: properties['GlobalSecondaryIndexes'] = [
        {'IndexName': name, 'KeySchema': [{'AttributeName': name, 'KeyType': 'HASH'}],
         'Projection': {'ProjectionType': 'ALL'}} for name in indexes]
    table = {'Type': 'AWS::DynamoDB::GlobalTable', 'Properties': properties}
    return json.dumps({'Resources': {'Table': table}})

def settled():
    time.sleep(1)
    while True:
        status = stacks.describe_stacks(StackName='table')['Stacks'][0]['StackStatus']
        if not status.endswith('IN_PROGRESS'): break
        time.sleep(0.2)
    return stacks.describe_stack_resource(StackName='table', LogicalResourceId='Table')[
        'StackResourceDetail']['PhysicalResourceId']

stacks.create_stack(StackName='table', TemplateBody=template())
print('Expected:', settled())
stacks.update_stack(StackName='table', TemplateBody=template('f1'))
print('Answered:', settled())
