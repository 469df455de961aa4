import { changePatterns } from '../events/changes.ts'
import {
  auditLockEnvironment,
  dispatcherEnvironment,
  recorderEnvironment,
  queueEnvironment,
} from './environment.ts'
import { toFunctionCode, deployed, reserved, roleReference } from './function-properties.ts'
import { getAtt } from './intrinsics.ts'
import { queueFile, type LoadedWorker } from '../generation/endpoints.ts'
import { failedChangesId, queueId, queueTimeoutSeconds } from '../events/queues.ts'
import { queueNames, queueSpec, type QueueName } from '../../src/platform/events/queues.ts'

/** Functions that send to queues are deployed after the queues. */
const dependsOn = queueNames.map(queueId)

/** Returns the function of a queue, which has the permissions, timeout and memory of all its workers. */
export const queueFunctionResource = (name: QueueName, workers: LoadedWorker[], workerPercent: number) => {
  const spec = queueSpec(name)
  const own = workers.filter(({ worker }) => worker.queues.includes(name))
  const assets = [...new Set(own.flatMap(({ worker }) => worker.assets))]
  return {
    ...toFunctionCode(queueFile(name)),
    timeout: queueTimeoutSeconds(spec),
    ...deployed({
      role: roleReference(spec.profile ?? 'worker'),
      memorySize: spec.memoryMegabytes ?? 1_024,
      ...(spec.recursive && { recursiveLoop: 'Allow' }),
      ...(spec.temporaryMegabytes && { ephemeralStorageSize: spec.temporaryMegabytes }),
      dependsOn,
      environment: queueEnvironment(spec),
      ...(assets.length > 0 && { package: { patterns: assets } }),
      events: [
        {
          sqs: {
            arn: getAtt(queueId(name), 'Arn'),
            // so that a message that crashes its run affects no other message
            batchSize: 1,
            functionResponseType: 'ReportBatchItemFailures',
            // so that a long queue never uses up the account's concurrency, which the API needs
            maximumConcurrency: Math.max(2, Math.round((spec.concurrency * workerPercent) / 100)),
          },
        },
      ],
    }),
  }
}

/**
 * Event source of the table's changes. Lambda isolates a failing change, retries it ten times, and sends it to a queue,
 * so that it blocks its shard for minutes rather than a day.
 */
const tableChanges = {
  stream: {
    type: 'dynamodb',
    arn: getAtt('Table', 'StreamArn'),
    startingPosition: 'TRIM_HORIZON',
    batchSize: 100,
    parallelizationFactor: 4,
    bisectBatchOnFunctionError: true,
    maximumRetryAttempts: 10,
    filterPatterns: changePatterns,
    functionResponseType: 'ReportBatchItemFailures',
    destinations: { onFailure: { type: 'sqs', arn: getAtt(failedChangesId, 'Arn') } },
  },
}

/** Returns the dispatcher, which consumes the table's stream. */
export const dispatcherFunction = () => ({
  ...toFunctionCode('src/stream.ts', 'dispatchChanges'),
  timeout: 60,
  ...deployed({
    role: roleReference('dispatcher'),
    ...reserved,
    dependsOn,
    environment: dispatcherEnvironment,
    events: [tableChanges],
  }),
})

/** Returns the recorder, the other consumer of the table's stream: it alone writes history, and does nothing else. */
export const recorderFunction = () => ({
  ...toFunctionCode('src/history/recorder.ts', 'recordChanges'),
  timeout: 60,
  ...deployed({
    role: roleReference('recorder'),
    environment: recorderEnvironment,
    events: [tableChanges],
  }),
})

/** Returns the function that sends scheduled messages. If a run does not finish, the next run continues. */
export const schedulerFunction = () => ({
  ...toFunctionCode('src/scheduler.ts', 'sendScheduledMessages'),
  timeout: 60,
  ...deployed({
    role: roleReference('dispatcher'),
    dependsOn,
    environment: dispatcherEnvironment,
    events: [{ schedule: { rate: ['rate(1 minute)'] } }],
  }),
})

/** Returns the function that copies history to immutable storage; infra/template/audit-lock.yml has its rule. */
export const auditLockFunction = () => ({
  ...toFunctionCode('src/history/audit-lock.ts', 'copyHistory'),
  timeout: 900,
  ...deployed({
    condition: 'HasAuditLock',
    role: roleReference('auditLock'),
    memorySize: 1_769,
    environment: auditLockEnvironment,
  }),
})
