"""Creates the console's bucket in moto, puts files into it, and deletes it as CloudFormation does: with the CDK's own function first.

Arguments: a template with that bucket alone, its logical id, Node's path, and a module that calls the function.
"""

import json
import os
import subprocess
import sys

os.environ.update(AWS_ACCESS_KEY_ID="moto", AWS_SECRET_ACCESS_KEY="moto", AWS_DEFAULT_REGION="eu-central-1")

import boto3  # noqa: E402
from botocore.exceptions import ClientError  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402

path, logical_id, node, module = sys.argv[1:5]
stack = "Console"
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
os.environ["AWS_ENDPOINT_URL"] = f"http://{host}:{port}"
os.environ["AWS_REGION"] = "eu-central-1"

cloudformation, s3 = boto3.client("cloudformation"), boto3.client("s3")
with open(path) as file:
    cloudformation.create_stack(StackName=stack, TemplateBody=file.read())
resource = cloudformation.describe_stack_resource(StackName=stack, LogicalResourceId=logical_id)
bucket = resource["StackResourceDetail"]["PhysicalResourceId"]
for key in ("index.html", "assets/one.js", "assets/two.js"):
    s3.put_object(Bucket=bucket, Key=key, Body=b"file")

try:
    s3.delete_bucket(Bucket=bucket)
    full = "deleted"
except ClientError as error:
    full = error.response["Error"]["Code"]

event = {
    "RequestType": "Delete",
    "PhysicalResourceId": bucket,
    "ResourceProperties": {"ServiceToken": "arn", "BucketName": bucket},
}
subprocess.run([node, module, json.dumps(event)], check=True, stdout=sys.stderr)
left = s3.list_objects_v2(Bucket=bucket)["KeyCount"]
cloudformation.delete_stack(StackName=stack)
buckets = [each["Name"] for each in s3.list_buckets()["Buckets"]]
server.stop()
print(json.dumps({"full": full, "left": left, "deleted": bucket not in buckets}))
