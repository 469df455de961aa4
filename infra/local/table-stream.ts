import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ListStreamsCommand,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import { changePatterns, matches } from '../changes.ts'
import type { Endpoints } from './emulators.ts'
import { localAws } from './variables.ts'

/** A record of the stream as Lambda hands it over. */
export const asLambdaHasIt = (record: _Record, eventSourceARN: string): DynamoDBRecord => ({
  ...(record as DynamoDBRecord),
  eventSourceARN,
  dynamodb: {
    ...(record.dynamodb as NonNullable<DynamoDBRecord['dynamodb']>),
    ApproximateCreationDateTime: (record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1_000,
  },
})

/** Whether a change comes to the dispatcher. */
export const isWanted = (record: DynamoDBRecord): boolean =>
  changePatterns.some((pattern) => matches(record, pattern))

interface StreamPlace {
  endpoints: Endpoints
  tableName: string
}

/** A table's stream, described once: the emulator's have one shard for good, and describing long ones takes long. */
export const streamOf = ({ endpoints, tableName }: StreamPlace) => {
  const client = new DynamoDBStreamsClient({ ...localAws, endpoint: endpoints.dynamodb })
  const describe = async () => {
    const arn = (await client.send(new ListStreamsCommand({ TableName: tableName }))).Streams?.[0]?.StreamArn
    if (arn === undefined) throw new Error(`The table ${tableName} has no stream.`)
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }))
    return { arn, shards: (StreamDescription?.Shards ?? []).map(({ ShardId = '' }) => ShardId) }
  }
  let known: Awaited<ReturnType<typeof describe>> | undefined
  return { client, described: async () => (known ??= await describe()) }
}

export type Stream = ReturnType<typeof streamOf>
