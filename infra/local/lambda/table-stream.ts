import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { Endpoints } from '../settings/emulator-endpoints.ts'
import { localAws } from '../settings/variables.ts'

interface StreamPlace {
  endpoints: Endpoints
  tableName: string
}

/** Iterator for the next read of a shard, valid if the last processed record is `after`. */
interface Position {
  after: string | undefined
  iterator: string | undefined
}

/**
 * Returns a table's stream, which is described only once: the emulator's streams have a single permanent shard, and
 * describing long ones is slow. A new reader continues where the previous one stopped in each shard.
 */
export const findTableStream = ({ endpoints, tableName }: StreamPlace) => {
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

export type Stream = ReturnType<typeof findTableStream>
