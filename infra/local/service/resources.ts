import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type TimeToLiveSpecification,
} from '@aws-sdk/client-dynamodb'
import {
  CreateBucketCommand,
  PutBucketNotificationConfigurationCommand,
  S3Client,
  type Event as S3Event,
  type FilterRule,
  type QueueConfiguration,
} from '@aws-sdk/client-s3'
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import {
  deadLetterQueue,
  maxDeliveries,
  queueNames,
  queueSpec,
  type QueueName,
} from '../../../src/platform/events/queues.ts'
import { queueId } from '../../events/queues.ts'
import type { Endpoints } from '../settings/emulator-endpoints.ts'
import { bucketProperties } from '../s3/bucket-properties.ts'
import { localAws } from '../settings/variables.ts'

interface TableProperties extends Omit<
  CreateTableCommandInput,
  'TableName' | 'StreamSpecification' | 'SSESpecification'
> {
  StreamSpecification?: { StreamViewType: 'NEW_AND_OLD_IMAGES' }
  TimeToLiveSpecification?: TimeToLiveSpecification
}

const tableProperties = (): TableProperties => {
  const template = parse(readFileSync(new URL('../../template/table.yml', import.meta.url), 'utf8')) as {
    Resources: { Table: { Properties: TableProperties } }
  }
  return template.Resources.Table.Properties
}

/** Creates the table of infra/template/table.yml unless it exists. Returns true if the table is new. */
export const makeTable = async (
  { dynamodb }: Pick<Endpoints, 'dynamodb'>,
  TableName: string,
  { hasStream = true }: { hasStream?: boolean } = {},
): Promise<boolean> => {
  const client = new DynamoDBClient({ ...localAws, endpoint: dynamodb })
  const { BillingMode, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, ...more } = tableProperties()
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode,
        AttributeDefinitions,
        KeySchema,
        GlobalSecondaryIndexes,
        ...(hasStream &&
          more.StreamSpecification && {
            StreamSpecification: { ...more.StreamSpecification, StreamEnabled: true },
          }),
      }),
    )
    await waitUntilTableExists({ client, maxWaitTime: 600, minDelay: 0.05, maxDelay: 1 }, { TableName })
    const { TimeToLiveSpecification } = more
    if (TimeToLiveSpecification)
      await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    return true
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
    return false
  } finally {
    client.destroy()
  }
}

/** Returns the ARN of a local queue, for notifications of the bucket. */
const queueArn = (url: string | undefined) =>
  `arn:aws:sqs:${localAws.region}:000000000000:${url?.split('/').at(-1)}`

/** Returns the notifications of the bucket in infra/template/bucket.yml, addressed to these queues. */
const notificationsTo = (queueUrls: Readonly<Record<string, string>>): QueueConfiguration[] => {
  const names = new Map(queueNames.map((name) => [`${queueId(name)}.Arn`, name]))
  const { QueueConfigurations } = bucketProperties().NotificationConfiguration
  return QueueConfigurations.map(({ Event, Queue, Filter }) => ({
    QueueArn: queueArn(queueUrls[names.get(Queue) ?? '']),
    Events: [Event as S3Event],
    Filter: { Key: { FilterRules: Filter.S3Key.Rules as FilterRule[] } },
  }))
}

/** Creates the bucket unless it exists, and makes it notify these queues, if any, of its objects. */
export const makeBucket = async (
  { s3 }: Pick<Endpoints, 's3'>,
  Bucket: string,
  queueUrls?: Promise<Readonly<Record<string, string>>>,
): Promise<void> => {
  const client = new S3Client({ ...localAws, endpoint: s3, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket })).catch((error: Error) => {
    if (error.name !== 'BucketAlreadyOwnedByYou') throw error
  })
  if (queueUrls) {
    const NotificationConfiguration = { QueueConfigurations: notificationsTo(await queueUrls) }
    await client.send(new PutBucketNotificationConfigurationCommand({ Bucket, NotificationConfiguration }))
  }
  client.destroy()
}

export interface QueueOptions {
  /** Prefix of each name, so that several worlds can share the emulators. */
  prefix?: string
  visibilitySeconds?: number
}

/**
 * Creates all queues and their dead-letter queues unless they exist. Returns URLs by queue name; the URLs of the
 * emulator itself have a host name that not every machine resolves.
 */
export const makeQueues = async (
  { sqs }: Endpoints,
  { prefix = '', visibilitySeconds = 60 }: QueueOptions = {},
): Promise<Record<string, string>> => {
  const client = new SQSClient({ ...localAws, endpoint: sqs })
  const make = async (name: QueueName) => {
    const url = `${sqs}/000000000000/${prefix}${name}`
    await client.send(new CreateQueueCommand({ QueueName: `${prefix}${deadLetterQueue(name)}` }))
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: deadLetterQueue(url), AttributeNames: ['QueueArn'] }),
    )
    await client.send(new CreateQueueCommand({ QueueName: `${prefix}${name}` }))
    // a queue that exists gets them too
    await client.send(
      new SetQueueAttributesCommand({
        QueueUrl: url,
        Attributes: {
          VisibilityTimeout: String(visibilitySeconds),
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: Attributes?.['QueueArn'],
            maxReceiveCount: maxDeliveries(queueSpec(name)),
          }),
        },
      }),
    )
    return [name, url] as const
  }
  const urls = Object.fromEntries(await Promise.all(queueNames.map(make)))
  client.destroy()
  return urls
}

/** Creates the queue of changes that the dispatcher could not process, unless it exists. Returns its URL. */
export const makeFailedChanges = async ({ sqs }: Endpoints): Promise<string> => {
  const client = new SQSClient({ ...localAws, endpoint: sqs })
  await client.send(new CreateQueueCommand({ QueueName: 'failed-changes' }))
  client.destroy()
  return `${sqs}/000000000000/failed-changes`
}
