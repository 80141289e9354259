"""Lambda runs a Node function whose file is index.cjs. MiniStack 1.5.33 does not find it."""
import boto3, io, zipfile

archive = io.BytesIO()
with zipfile.ZipFile(archive, 'w') as file:
    file.writestr('index.cjs', 'exports.handler = async () => 1')
functions = boto3.client('lambda')
functions.create_function(
    FunctionName='cjs', Runtime='nodejs22.x', Handler='index.handler',
    Role='arn:aws:iam::123456789012:role/any', Code={'ZipFile': archive.getvalue()})
print('Expected: 1')
print('Answered:', functions.invoke(FunctionName='cjs')['Payload'].read().decode())
