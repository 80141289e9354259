import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { upgraded } from '#lib/store/shapes.ts';
import type { Item } from '#lib/store/table.ts';
import { dynamodb, tableName } from '#lib/store/table.ts';

/** One segment of the table as it is stored, in pages of up to 1 MB. For upkeep only, never for requests. */
export async function* scanStored(segment: number, segments: number): AsyncGenerator<Item[]> {
  let last: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new ScanCommand({
        TableName: tableName(),
        Segment: segment,
        TotalSegments: segments,
        ConsistentRead: true,
        ...(last && { ExclusiveStartKey: last }),
      }),
    );
    yield Items as Item[];
    last = LastEvaluatedKey;
  } while (last);
}

/** The same, with every item in the newest shape. */
export async function* scan(segment: number, segments: number): AsyncGenerator<Item[]> {
  for await (const page of scanStored(segment, segments)) yield page.map(upgraded);
}
