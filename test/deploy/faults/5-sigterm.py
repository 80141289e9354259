"""SIGTERM ends a server. MiniStack 1.5.33, whose process MINISTACK_PID names, ignores it while a custom
resource is awaited."""
import boto3, io, json, os, signal, time, zipfile

archive = io.BytesIO()
with zipfile.ZipFile(archive, 'w') as file:
    file.writestr('index.py', 'def handler(event, context): return')
function = boto3.client('lambda').create_function(
    FunctionName='silent', Runtime='python3.13', Handler='index.handler',
    Role='arn:aws:iam::123456789012:role/any', Code={'ZipFile': archive.getvalue()})['FunctionArn']
custom = {'Type': 'Custom::Silent', 'Properties': {'ServiceToken': function, 'ServiceTimeout': 600}}
boto3.client('cloudformation').create_stack(
    StackName='silent', TemplateBody=json.dumps({'Resources': {'Custom': custom}}))
time.sleep(5)
pid = int(os.environ['MINISTACK_PID'])
os.kill(pid, signal.SIGTERM)
time.sleep(20)
print('Expected: ended')
try:
    os.kill(pid, 0)
    with open(f'/proc/{pid}/stat') as stat: print('Answered:', 'ended' if ') Z ' in stat.read() else 'still running')
except ProcessLookupError:
    print('Answered: ended')
