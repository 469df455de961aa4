import { GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import { asLambdaHasIt } from '../changes.ts'
import { withEmptyMaps } from './empty-maps.ts'
import type { Stream } from './table-stream.ts'

/** The sequence numbers up to which each shard is done. */
export type Checkpoint = Record<string, string>

export const sequenceOf = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber as string

/** Reads the shards of a stream from the checkpoint on, which it changes in place, and saves it then. */
export const shardReader = (
  { client, positions }: Stream,
  checkpoint: Checkpoint,
  save: () => void = () => {},
) => {
  const iteratorOf = async (StreamArn: string, ShardId: string): Promise<string | undefined> => {
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
      const ShardIterator = await iteratorOf(arn, shard)
      const { Records = [], NextShardIterator: iterator } = await client.send(
        new GetRecordsCommand({ ShardIterator, Limit }),
      )
      const records = Records.map((record) => asLambdaHasIt(withEmptyMaps(record), arn))
      const last = records.at(-1)
      positions.set(shard, { after: last ? sequenceOf(last) : checkpoint[shard], iterator })
      return records
    },
    /** What comes up to this record is not read again. */
    done: (shard: string, record: DynamoDBRecord | undefined): void => {
      if (!record) return
      checkpoint[shard] = sequenceOf(record)
      save()
    },
  }
}
