"""A function may print to standard output. In MiniStack 1.5.33, much of it breaks the protocol of its worker."""
import boto3, io, zipfile

archive = io.BytesIO()
with zipfile.ZipFile(archive, 'w') as file:
    file.writestr('index.py', '''import subprocess
def handler(event, context):
    subprocess.check_call(['seq', '1000'])
    return 1''')
functions = boto3.client('lambda')
functions.create_function(
    FunctionName='prints', Runtime='python3.13', Handler='index.handler', Timeout=30,
    Role='arn:aws:iam::123456789012:role/any', Code={'ZipFile': archive.getvalue()})
print('Expected: 1')
print('Answered:', functions.invoke(FunctionName='prints')['Payload'].read().decode())
