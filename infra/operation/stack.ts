import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { defaultRegion } from '../cli/command.ts'
import type { Progress } from '../cli/progress.ts'
import { queueNames } from '../../src/platform/events/queues.ts'
import { queueUrlPrefix } from '../events/queue-urls.ts'
import { failedChangesId, queueId } from '../events/queues.ts'
import { runningVariables } from '../local/machine/running-services.ts'
import { toStackName } from '../cli/stage.ts'

/** Stack parameters that determine what its table stores. */
const layoutParameters = {
  HISTORY_DAYS: 'HistoryDays',
  LIMIT_STORAGE_GB: 'LimitStorageGb',
  LIST_SHARDS: 'ListShards',
  LIST_SHARDS_WRITTEN: 'ListShardsWritten',
}

/** Returns the variables for these parameters with the stack's current values. */
export const layoutVariables = async (client: CloudFormationClient, StackName: string) => {
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }))
  const values = new Map(
    (Stacks[0]?.Parameters ?? []).map(({ ParameterKey, ParameterValue }) => [ParameterKey, ParameterValue]),
  )
  return Object.fromEntries(
    Object.entries(layoutParameters).flatMap(([variable, parameter]) => {
      const value = values.get(parameter)
      return value === undefined ? [] : [[variable, value]]
    }),
  ) as Record<string, string>
}

/** Returns the settings of a deployed service, from the physical IDs of its stack. */
const deployedVariables = async (StackName: string, region: string): Promise<Record<string, string>> => {
  const client = new CloudFormationClient({ region })
  const ids = new Map<string, string>()
  for await (const page of paginateListStackResources({ client }, { StackName }))
    for (const { LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? [])
      if (LogicalResourceId && PhysicalResourceId) ids.set(LogicalResourceId, PhysicalResourceId)
  const physicalId = (name: string) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`The stack ${StackName} has no ${name}.`)
    return id
  }
  const queueUrls = queueNames.map((queue) => [queue, physicalId(queueId(queue))])
  const bucket = ids.get('Bucket')
  const lockedBucket = ids.get('AuditLockBucket')
  return {
    AWS_REGION: region,
    TABLE_NAME: physicalId('Table'),
    FAILED_CHANGES_URL: physicalId(failedChangesId),
    ...(bucket && { BUCKET_NAME: bucket }),
    ...(lockedBucket && { AUDIT_LOCK_BUCKET: lockedBucket }),
    ...(await layoutVariables(client, StackName)),
    QUEUE_URL_PREFIX: queueUrlPrefix(Object.fromEntries(queueUrls) as Record<string, string>),
  }
}

/**
 * Applies the settings of a service to this process, for the service's own code: of the deployment that `stage` and
 * `region` name, or of the service that runs on this machine. Returns these settings.
 */
export const enterService = async (
  { stage, region = defaultRegion }: { stage?: string | undefined; region?: string | undefined },
  progress: Progress,
): Promise<Record<string, string>> => {
  const stack = stage === undefined ? undefined : toStackName(stage)
  if (stack) progress.show(`reading the stack ${stack} in ${region}`)
  const variables = stack ? await deployedVariables(stack, region) : runningVariables()
  Object.assign(process.env, variables)
  return variables
}
