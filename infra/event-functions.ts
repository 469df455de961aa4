import { changePatterns } from './changes.ts'
import {
  auditLockEnvironment,
  dispatcherEnvironment,
  recorderEnvironment,
  queueEnvironment,
} from './environment.ts'
import { codeOf, deployed, reserved, roleOf } from './function-properties.ts'
import { getAtt } from './intrinsics.ts'
import { queueFile, type LoadedWorker } from './endpoints.ts'
import { failedChangesId, queueId, queueTimeoutSeconds } from './queues.ts'
import { queueNames, queueSpec, type QueueName } from '../src/platform/events/queues.ts'

/** Who sends to queues is deployed after them. */
const dependsOn = queueNames.map(queueId)

/** The function behind a queue, which has the rights, the time and the memory of all its workers. */
export const queueFunction = (name: QueueName, workers: LoadedWorker[], workerPercent: number) => {
  const spec = queueSpec(name)
  const own = workers.filter(({ worker }) => worker.queues.includes(name))
  const assets = [...new Set(own.flatMap(({ worker }) => worker.assets))]
  return {
    ...codeOf(queueFile(name)),
    timeout: queueTimeoutSeconds(spec),
    ...deployed({
      role: roleOf(spec.profile ?? 'worker'),
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
            // so that a message that ends its run ends no other's
            batchSize: 1,
            functionResponseType: 'ReportBatchItemFailures',
            // so that a long queue never takes the account's concurrency from the API
            maximumConcurrency: Math.max(2, Math.round((spec.concurrency * workerPercent) / 100)),
          },
        },
      ],
    }),
  }
}

/**
 * A change that fails is tried alone, ten times, and then put aside, so that it blocks its shard for minutes, not a
 * day.
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

/** The function behind the table's stream. */
export const dispatcherFunction = () => ({
  ...codeOf('src/stream.ts', 'dispatchChanges'),
  timeout: 60,
  ...deployed({
    role: roleOf('dispatcher'),
    ...reserved,
    dependsOn,
    environment: dispatcherEnvironment,
    events: [tableChanges],
  }),
})

/** The other function behind the table's stream: it alone writes history, and does nothing else. */
export const recorderFunction = () => ({
  ...codeOf('src/history/recorder.ts', 'recordChanges'),
  timeout: 60,
  ...deployed({
    role: roleOf('recorder'),
    environment: recorderEnvironment,
    events: [tableChanges],
  }),
})

/** The function that sends what was scheduled. What a run leaves is done by the next. */
export const schedulerFunction = () => ({
  ...codeOf('src/scheduler.ts', 'sendScheduledMessages'),
  timeout: 60,
  ...deployed({
    role: roleOf('dispatcher'),
    dependsOn,
    environment: dispatcherEnvironment,
    events: [{ schedule: { rate: ['rate(1 minute)'] } }],
  }),
})

/** The function that copies history to where nobody can change it; infra/audit-lock.yml has its rule. */
export const auditLockFunction = () => ({
  ...codeOf('src/history/audit-lock.ts', 'copyHistory'),
  timeout: 900,
  ...deployed({
    condition: 'HasAuditLock',
    role: roleOf('auditLock'),
    memorySize: 1_769,
    environment: auditLockEnvironment,
  }),
})
