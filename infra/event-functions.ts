import { changePatterns } from './changes.ts'
import {
  auditLockEnvironment,
  dispatcherEnvironment,
  recorderEnvironment,
  schedulerEnvironment,
  workerEnvironment,
} from './environment.ts'
import { codeOf, deployed, reserved, roleOf } from './function-properties.ts'
import { getAtt } from './intrinsics.ts'
import {
  failedChangesId,
  sourceId,
  workerBatchSize,
  workerConcurrency,
  workerTimeoutSeconds,
} from './queues.ts'
import type { WorkerSpec } from '../src/platform/events/worker.ts'

/** The function behind a queue. */
export const workerFunction = (
  file: string,
  worker: WorkerSpec,
  { queueIds, workerPercent }: { queueIds: string[]; workerPercent: number },
) => ({
  ...codeOf(file),
  timeout: workerTimeoutSeconds(worker),
  ...deployed({
    role: roleOf(worker.profile ?? 'worker'),
    memorySize: worker.memoryMegabytes ?? 1_024,
    ...(worker.recursive && { recursiveLoop: 'Allow' }),
    ...(worker.temporaryMegabytes && { ephemeralStorageSize: worker.temporaryMegabytes }),
    dependsOn: queueIds,
    environment: workerEnvironment(worker),
    ...(worker.assets && { package: { patterns: worker.assets } }),
    events: [
      {
        sqs: {
          arn: getAtt(sourceId(worker), 'Arn'),
          batchSize: workerBatchSize(worker),
          functionResponseType: 'ReportBatchItemFailures',
          // so that a long queue never takes the account's concurrency from the API
          maximumConcurrency: Math.max(2, Math.round((workerConcurrency(worker) * workerPercent) / 100)),
        },
      },
    ],
  }),
})

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
export const dispatcherFunction = (queueIds: string[]) => ({
  ...codeOf('src/stream.ts', 'dispatchChanges'),
  timeout: 60,
  ...deployed({
    role: roleOf('dispatcher'),
    ...reserved,
    dependsOn: queueIds,
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
export const schedulerFunction = (queueIds: string[], deadLetterQueues: string[]) => ({
  ...codeOf('src/scheduler.ts', 'sendScheduledMessages'),
  timeout: 60,
  ...deployed({
    role: roleOf('dispatcher'),
    dependsOn: queueIds,
    environment: schedulerEnvironment(deadLetterQueues),
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
