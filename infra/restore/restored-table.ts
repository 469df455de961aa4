import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTagsOfResourceCommand,
  PutResourcePolicyCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type DynamoDBClient,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { UsageError } from '../cli/command.ts'

/** Time limit for a restore, in seconds: DynamoDB copies large tables for hours. */
const maxWaitTime = 24 * 3_600

const mark = '-at-'

/** Returns the name of the restored table: the same for every attempt, and no longer after a second restore. */
export const restoredName = (source: string, to: Date): string => {
  const [name = source] = source.split(mark)
  return `${name}${mark}${to.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
}

/** Returns the description of a table; undefined if it does not exist. */
export const findTable = async (
  client: DynamoDBClient,
  TableName: string,
): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

const waitForTable = (client: DynamoDBClient, TableName: string) =>
  waitUntilTableExists({ client, maxWaitTime }, { TableName })

/** Throws a UsageError if DynamoDB cannot restore to this time. */
const requireRestorable = async (client: DynamoDBClient, TableName: string, to: Date) => {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  )
  const { EarliestRestorableDateTime: from, LatestRestorableDateTime: until } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {}
  if (!from || !until) throw new Error(`The table ${TableName} has no point-in-time recovery.`)
  if (to < from || to > until)
    throw new UsageError(`--to must be from ${from.toISOString()} to ${until.toISOString()}.`)
}

/** Restores the table to another one, unless it exists, and waits until it is usable. */
export const restoreTable = async (
  client: DynamoDBClient,
  { source, target, to }: { source: string; target: string; to: Date },
): Promise<void> => {
  if (!(await findTable(client, target))) {
    await requireRestorable(client, source, to)
    const input = { SourceTableName: source, TargetTableName: target, RestoreDateTime: to }
    await client.send(new RestoreTableToPointInTimeCommand(input))
  }
  await waitForTable(client, target)
}

const copyTags = async (client: DynamoDBClient, source: string, target: string) => {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: source }))
  const own = Tags.filter(({ Key = '' }) => !Key.startsWith('aws:'))
  if (own.length > 0) await client.send(new TagResourceCommand({ ResourceArn: target, Tags: own }))
}

const expireItems = async (client: DynamoDBClient, TableName: string) => {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

/**
 * Enables the features that DynamoDB does not restore (DynamoDB, "Restoring a table to a point in time"): stream,
 * expiry, point-in-time recovery, deletion protection, and tags. Features that are enabled stay unchanged.
 */
export const completeTable = async (
  client: DynamoDBClient,
  source: string,
  target: string,
): Promise<void> => {
  const [before, now] = await Promise.all([findTable(client, source), findTable(client, target)])
  if (!now?.LatestStreamArn) {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const
    await client.send(new UpdateTableCommand({ TableName: target, StreamSpecification }))
    await waitForTable(client, target)
  }
  await expireItems(client, target)
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  await client.send(
    new UpdateContinuousBackupsCommand({ TableName: target, PointInTimeRecoverySpecification }),
  )
  await client.send(new UpdateTableCommand({ TableName: target, DeletionProtectionEnabled: true }))
  await waitForTable(client, target)
  if (before?.TableArn && now?.TableArn) await copyTags(client, before.TableArn, now.TableArn)
}

/** Forbids all writes to a table, so that nobody gets a confirmation for data that the swap would lose. */
export const closeTable = async (client: DynamoDBClient, ResourceArn: string): Promise<void> => {
  const statement = {
    Sid: 'ReplacedByItsRestoredCopy',
    Effect: 'Deny',
    Principal: '*',
    Action: ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'].map((action) => `dynamodb:${action}`),
    Resource: ResourceArn,
  }
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await client.send(new PutResourcePolicyCommand({ ResourceArn, Policy }))
}
