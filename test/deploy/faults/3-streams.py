"""API Gateway streams the answer of a function. MiniStack 1.5.33 knows no URI but that of /invocations."""
import boto3, io, os, urllib.error, urllib.parse, urllib.request, zipfile

archive = io.BytesIO()
with zipfile.ZipFile(archive, 'w') as file:
    file.writestr('index.js', '''exports.handler = awslambda.streamifyResponse(async (event, stream) => {
  stream = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
  stream.end('streamed');
})''')
function = boto3.client('lambda').create_function(
    FunctionName='streams', Runtime='nodejs22.x', Handler='index.handler',
    Role='arn:aws:iam::123456789012:role/any', Code={'ZipFile': archive.getvalue()})['FunctionArn']
apis = boto3.client('apigateway')
api = apis.create_rest_api(name='streams')['id']
root = apis.get_resources(restApiId=api)['items'][0]['id']
apis.put_method(restApiId=api, resourceId=root, httpMethod='GET', authorizationType='NONE')
region = apis.meta.region_name
apis.put_integration(
    restApiId=api, resourceId=root, httpMethod='GET', type='AWS_PROXY', integrationHttpMethod='POST',
    responseTransferMode='STREAM',
    uri=f'arn:aws:apigateway:{region}:lambda:path/2021-11-15/functions/{function}/response-streaming-invocations')
apis.create_deployment(restApiId=api, stageName='live')
endpoint = os.environ['AWS_ENDPOINT_URL']
host = f'{api}.execute-api.{urllib.parse.urlsplit(endpoint).netloc}'
request = urllib.request.Request(f'{endpoint}/live/', headers={'Host': host})
print('Expected: 200 streamed')
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    answer = error
print('Answered:', answer.status, answer.read().decode()[:200])
