"""Calls AWS with boto3, in place of the AWS CLI, whose releases need another botocore than the emulator.

aws.py call <service> <operation> [<parameters as JSON>] prints the answer as JSON.
aws.py s3 cp|sync … copies as the CDK's function for files asks the CLI to.
"""

import json
import mimetypes
import os
import sys
from urllib.parse import urlparse

import boto3


def bucket_and_key(url):
    parsed = urlparse(url)
    return parsed.netloc, parsed.path.lstrip("/")


def copy(arguments):
    s3 = boto3.client("s3")
    source, target = [each for each in arguments if each.startswith(("s3://", "/"))][:2]
    if source.startswith("s3://"):
        bucket, key = bucket_and_key(source)
        s3.download_file(bucket, key, target)
        return
    bucket, prefix = bucket_and_key(target)
    for folder, _, names in os.walk(source):
        for name in names:
            path = os.path.join(folder, name)
            key = "/".join(filter(None, [prefix.rstrip("/"), os.path.relpath(path, source)]))
            kind = mimetypes.guess_type(name)[0] or "binary/octet-stream"
            s3.upload_file(path, bucket, key, ExtraArgs={"ContentType": kind})


if sys.argv[1] == "s3":
    copy(sys.argv[3:])
else:
    service, operation, *parameters = sys.argv[2:]
    answer = getattr(boto3.client(service), operation)(**json.loads(parameters[0] if parameters else "{}"))
    print(json.dumps(answer, default=str))
