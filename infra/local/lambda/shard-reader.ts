import { GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import { asLambdaHasIt } from '../../events/changes.ts'
import { withEmptyMaps } from './empty-maps.ts'
import type { Stream } from './table-stream.ts'

/** Sequence number of the last processed record of each shard. */
export type Checkpoint = Record<string, string>

export const recordSequence = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber as string

/** Reads the shards of a stream, starting at the checkpoint; updates the checkpoint in place, and then saves it. */
export const shardReader = (
  { client, positions }: Stream,
  checkpoint: Checkpoint,
  save: () => void = () => {},
) => {
  const openIterator = async (StreamArn: string, ShardId: string): Promise<string | undefined> => {
    const last = checkpoint[ShardId]
    const known = positions.get(ShardId)
    if (known?.iterator !== undefined && known.after === last) return known.iterator
    const from = last
      ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last } as const)
      : ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
    return (await client.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }))).ShardIterator
  }

  return {
    read: async (arn: string, shard: string, Limit: number): Promise<DynamoDBRecord[]> => {
      const ShardIterator = await openIterator(arn, shard)
      const { Records = [], NextShardIterator: iterator } = await client.send(
        new GetRecordsCommand({ ShardIterator, Limit }),
      )
      const records = Records.map((record) => asLambdaHasIt(withEmptyMaps(record), arn))
      const last = records.at(-1)
      positions.set(shard, { after: last ? recordSequence(last) : checkpoint[shard], iterator })
      return records
    },
    /** Marks all records up to this one as processed. */
    done: (shard: string, record: DynamoDBRecord | undefined): void => {
      if (!record) return
      checkpoint[shard] = recordSequence(record)
      save()
    },
  }
}
