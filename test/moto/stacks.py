"""Creates, updates and deletes a stack in moto, and prints what there is after each step as JSON.

Arguments: a template, the template that it is updated to, and a language model that only the second one has.
"""

import collections
import io
import json
import os
import sys
import zipfile

account, region = "123456789012", "eu-central-1"
os.environ.update(
    AWS_ACCESS_KEY_ID="moto", AWS_SECRET_ACCESS_KEY="moto", AWS_DEFAULT_REGION=region
)

import boto3  # noqa: E402
from moto import mock_aws  # noqa: E402
from moto.cloudformation.parsing import get_model_map  # noqa: E402

first, second, model = sys.argv[1:4]
stack = "VoiceAgentPlatform"
unchecked: collections.Counter = collections.Counter()

# moto has tables, but not global ones: the same table in one region.
table_properties = [
    "AttributeDefinitions",
    "KeySchema",
    "GlobalSecondaryIndexes",
    "BillingMode",
    "StreamSpecification",
    "TimeToLiveSpecification",
]


def replaced(value, removed):
    """Puts a name in the place of each reference to something that moto does not create."""
    if isinstance(value, list):
        return [replaced(each, removed) for each in value]
    if not isinstance(value, dict):
        return value
    if value.get("Ref") in removed:
        return f"unchecked-{value['Ref']}"
    if (value.get("Fn::GetAtt") or [None])[0] in removed:
        return f"arn:aws:unchecked:{region}:{account}:{value['Fn::GetAtt'][0]}"
    return {name: replaced(each, removed) for name, each in value.items()}


def prepared(template, known):
    """A template with the types alone that moto creates."""
    resources = template["Resources"]
    for resource in resources.values():
        if resource["Type"] == "AWS::DynamoDB::GlobalTable":
            unchecked["AWS::DynamoDB::GlobalTable, as a table in one region"] += 1
            properties = resource["Properties"]
            resource["Type"] = "AWS::DynamoDB::Table"
            resource["Properties"] = {
                name: properties[name] for name in table_properties if name in properties
            }
    removed = {id for id, resource in resources.items() if resource["Type"] not in known}
    unchecked.update(resources[id]["Type"] for id in removed)
    kept = {id: resource for id, resource in resources.items() if id not in removed}
    for resource in kept.values():
        depends = resource.pop("DependsOn", [])
        depends = [depends] if isinstance(depends, str) else depends
        if depends := [id for id in depends if id not in removed]:
            resource["DependsOn"] = depends
    # Both are of the CDK's own bootstrap, which is not there.
    template.pop("Rules", None)
    template.get("Parameters", {}).pop("BootstrapVersion", None)
    return replaced({**template, "Resources": kept}, removed)


def publish(path, known):
    """Uploads a template, and an empty archive for the code of each function. Returns the template's URL."""
    s3 = boto3.client("s3")
    with open(path) as file:
        template = prepared(json.load(file), known)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as files:
        files.writestr("index.cjs", "")
    objects = {("templates", os.path.basename(path)): json.dumps(template).encode()}
    for resource in template["Resources"].values():
        properties = resource.get("Properties", {})
        code = properties.get("Code") or properties.get("Content") or {}
        if "S3Key" in code:
            bucket = code["S3Bucket"]
            objects[bucket.get("Fn::Sub", "") if isinstance(bucket, dict) else bucket, code["S3Key"]] = (
                archive.getvalue()
            )
    for (bucket, key), body in objects.items():
        bucket = bucket.replace("${AWS::AccountId}", account).replace("${AWS::Region}", region)
        if bucket not in [each["Name"] for each in s3.list_buckets()["Buckets"]]:
            s3.create_bucket(
                Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": region}
            )
        s3.put_object(Bucket=bucket, Key=key, Body=body)
    return f"https://s3.{region}.amazonaws.com/templates/{os.path.basename(path)}"


def found():
    """What there is, by type."""

    def all_of(service, operation, name, **arguments):
        pages = boto3.client(service).get_paginator(operation).paginate(**arguments)
        return [each for page in pages for each in page.get(name, [])]

    mappings = all_of("lambda", "list_event_source_mappings", "EventSourceMappings")
    functions = all_of("lambda", "list_functions", "Functions")
    return {
        "AWS::Lambda::Function": len(functions),
        "with the model": sum(model in json.dumps(each.get("Environment", {})) for each in functions),
        "AWS::Lambda::EventSourceMapping": len(mappings),
        "AWS::SQS::Queue": len(all_of("sqs", "list_queues", "QueueUrls")),
        "AWS::Events::Rule": len(all_of("events", "list_rules", "Rules")),
        "AWS::IAM::Role": len(all_of("iam", "list_roles", "Roles")),
        "AWS::SNS::Topic": len(all_of("sns", "list_topics", "Topics")),
        "AWS::DynamoDB::Table": len(all_of("dynamodb", "list_tables", "TableNames")),
    }


def status():
    return client.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]


with mock_aws(config={"iam": {"load_aws_managed_policies": True}}):
    models = get_model_map()
    client = boto3.client("cloudformation")
    steps = []
    for step, path in (("create", first), ("update", second)):
        unchecked.clear()
        unchecked["AWS::Logs::LogGroup, after its creation"] = 1
        getattr(client, f"{step}_stack")(
            StackName=stack, TemplateURL=publish(path, models), Capabilities=["CAPABILITY_IAM"]
        )
        steps.append([step, status(), found()])
    client.delete_stack(StackName=stack)
    steps.append(["delete", None, found()])
    print(json.dumps({"steps": steps, "unchecked": dict(sorted(unchecked.items()))}))
