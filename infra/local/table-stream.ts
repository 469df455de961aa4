import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { Endpoints } from './emulator-endpoints.ts'
import { localAws } from './variables.ts'

interface StreamPlace {
  endpoints: Endpoints
  tableName: string
}

/** Where the next reading of a shard begins, if it is behind the sequence number `after`. */
interface Position {
  after: string | undefined
  iterator: string | undefined
}

/**
 * A table's stream, described once: the emulator's have one shard for good, and describing long ones takes long. A
 * reader goes on by shard where the one before it has stopped.
 */
export const streamOf = ({ endpoints, tableName }: StreamPlace) => {
  const client = new DynamoDBStreamsClient({ ...localAws, endpoint: endpoints.dynamodb })
  const describe = async () => {
    const arn = (await client.send(new ListStreamsCommand({ TableName: tableName }))).Streams?.[0]?.StreamArn
    if (arn === undefined) throw new Error(`The table ${tableName} has no stream.`)
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }))
    return { arn, shards: (StreamDescription?.Shards ?? []).map(({ ShardId = '' }) => ShardId) }
  }
  let known: Awaited<ReturnType<typeof describe>> | undefined
  return {
    client,
    described: async () => (known ??= await describe()),
    positions: new Map<string, Position>(),
  }
}

export type Stream = ReturnType<typeof streamOf>
