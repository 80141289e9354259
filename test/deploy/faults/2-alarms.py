"""CloudFormation creates alarms with metric math, and composite alarms. MiniStack 1.5.33 creates neither."""
import boto3, json, time

stacks = boto3.client('cloudformation')
math = {'Type': 'AWS::CloudWatch::Alarm', 'Properties': {
    'ComparisonOperator': 'GreaterThanThreshold', 'EvaluationPeriods': 1, 'Threshold': 1,
    'Metrics': [
        {'Id': 'sum', 'Expression': 'one + one', 'ReturnData': True},
        {'Id': 'one', 'ReturnData': False, 'MetricStat': {
            'Metric': {'Namespace': 'AWS/SQS', 'MetricName': 'NumberOfMessagesSent'}, 'Period': 60, 'Stat': 'Sum'}}]}}
composite = {'Type': 'AWS::CloudWatch::CompositeAlarm', 'Properties': {'AlarmRule': 'FALSE'}}
for name, resource in {'math': math, 'composite': composite}.items():
    print(f'Expected of {name}: CREATE_COMPLETE')
    try:
        stacks.create_stack(StackName=name, TemplateBody=json.dumps({'Resources': {'Alarm': resource}}))
        while True:
            stack = stacks.describe_stacks(StackName=name)['Stacks'][0]
            if not stack['StackStatus'].endswith('IN_PROGRESS'): break
            time.sleep(0.2)
        print('Answered:', stack['StackStatus'], stack.get('StackStatusReason', ''))
        for event in stacks.describe_stack_events(StackName=name)['StackEvents']:
            if 'FAILED' in event['ResourceStatus']: print('         ', event.get('ResourceStatusReason'))
    except Exception as error:
        print('Answered:', error)
