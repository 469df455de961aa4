import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { defaultRegion, runCommand, targetOptions, UsageError, type ValuesOf } from '../cli/command.ts'
import { undeleteObjects } from '../restore/deleted-objects.ts'
import { endAccess, tableReader } from '../restore/ended-access.ts'
import {
  closeTable,
  completeTable,
  findTable,
  restoredName,
  restoreTable,
} from '../restore/restored-table.ts'
import { swapTable } from '../restore/table-swap.ts'
import { layoutVariables } from '../operation/stack.ts'
import { toStackName } from '../cli/stage.ts'

const usage = `npm run restore -- --stage <stage> --to 2026-01-31T12:00:00Z --table <name> --confirm <stack>
  [--people then] [--region ${defaultRegion}]
Restores the service to that time: restores the table next to the current one, undoes deletions in the bucket, closes
the current table for writing, gives the stack the restored one, and repeats the consequences of its last hour. All
sessions end. Revoked feeds, changed passwords, deactivations, erasures and lost roles stay in force; with --people
then, people are restored as well. --table names the current table, which stays, closed, with everything written since.
The same command continues after an interruption. It needs AWS credentials in the environment.`

const text = { type: 'string' } as const

const options = { to: text, table: text, confirm: text, people: text, ...targetOptions } as const

/**
 * Overlap of the replay, in milliseconds: changes shortly before the restored time may not have been processed then.
 */
const repeatedMilliseconds = 3_600_000

const readTime = (to = ''): Date => {
  const time = new Date(to)
  if (Number.isNaN(Number(time)) || !to.includes('T'))
    throw new UsageError('--to must be a time, such as 2026-01-31T12:00:00Z.')
  return time
}

/** Returns the physical names of the stack's resources, by logical ID. */
const resourceNames = async (client: CloudFormationClient, StackName: string) => {
  const names = new Map<string, string>()
  for await (const page of paginateListStackResources({ client }, { StackName }))
    for (const { LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? [])
      if (LogicalResourceId && PhysicalResourceId) names.set(LogicalResourceId, PhysicalResourceId)
  return names
}

const replay = (stage: string, region: string, to: Date) => {
  const since = new Date(Number(to) - repeatedMilliseconds).toISOString()
  const words = ['--since', since, '--stage', stage, '--region', region]
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'replay.ts'), ...words], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`Repeat the consequences by npm run replay -- ${words.join(' ')}.`)
}

/** Returns the validated arguments; throws a {@link UsageError} if one is invalid. */
const readRequest = (values: ValuesOf<typeof options>) => {
  const { stage, region = defaultRegion, table: source, people = 'now' } = values
  if (stage === undefined) throw new UsageError('--stage must name the deployment.')
  const stack = toStackName(stage)
  if (values.confirm !== stack)
    throw new UsageError(`--confirm must be ${stack}: what was written since that time is no longer shown.`)
  if (people !== 'now' && people !== 'then') throw new UsageError('--people must be now or then.')
  if (source === undefined) throw new UsageError("--table must name today's table.")
  return { stage, region, stack, source, people, to: readTime(values.to) }
}

/** Returns the table and the buckets of a stack; throws if a bucket is missing. */
const findStackStores = async (client: CloudFormationClient, stack: string) => {
  const names = await resourceNames(client, stack)
  const [bucket, deploymentBucket] = [names.get('Bucket'), names.get('ServerlessDeploymentBucket')]
  if (!bucket || !deploymentBucket) throw new Error(`The stack ${stack} has no bucket.`)
  return { table: names.get('Table'), bucket, deploymentBucket }
}

await runCommand({ usage, options }, async (values, _, progress) => {
  const { stage, region, stack, source, people, to } = readRequest(values)
  const [dynamoDb, s3, cloudFormation] = [
    new DynamoDBClient({ region }),
    new S3Client({ region, forcePathStyle: true }),
    new CloudFormationClient({ region }),
  ]
  progress.show(`reading the stack ${stack} in ${region}`)
  const { table, bucket, deploymentBucket } = await findStackStores(cloudFormation, stack)
  const before = await findTable(dynamoDb, source)
  if (!before?.TableArn) throw new Error(`The table ${source} does not exist.`)
  const target = restoredName(source, to)
  const say = (sentence: string) => progress.print(`${sentence}\n`)

  progress.show(`restoring ${target}`, 'which takes from minutes to hours')
  await restoreTable(dynamoDb, { source, target, to })
  await completeTable(dynamoDb, source, target)
  say(`${target} is the state of ${source} at ${to.toISOString()}.`)

  progress.show('undoing deletions in the bucket')
  say(`${await undeleteObjects(s3, bucket, to)} deleted objects are restored.`)

  progress.show(`closing ${source}`)
  await closeTable(dynamoDb, before.TableArn)
  progress.show('revoking restored access')
  const layout = await layoutVariables(cloudFormation, stack)
  Object.assign(process.env, { AWS_REGION: region, TABLE_NAME: target, ...layout })
  const ended = await endAccess(people === 'now' ? tableReader(dynamoDb, source) : undefined)
  say(
    `${ended.sessions} sessions, ${ended.feeds} feeds, ${ended.tokens} tokens and ${ended.passwords} passwords ` +
      `have ended, ${ended.people} people are restricted again, and ${ended.erasures} erasures start again.`,
  )

  const swap = { cloudFormation, s3, region, stack, deploymentBucket, source: before, target }
  // an interrupted attempt may already have swapped the table
  if (table !== target) await swapTable(swap, (step) => progress.show(step))
  progress.clear()
  replay(stage, region, to)
  return `${stack} is restored to ${to.toISOString()}. ${source} stays, closed for writing.`
})
