import { changePatterns } from './changes.ts'
import { defaultStage } from './command.ts'
import { exportOf, loadEndpoints, loadWorkers } from './endpoints.ts'
import {
  dispatcherEnvironment,
  endpointEnvironment,
  unroutedEnvironment,
  workerEnvironment,
} from './environment.ts'
import { getAtt, ifElse, ref, sub } from './intrinsics.ts'
import { workerBatchSize, failedChangesId, queueId, workerTimeoutSeconds, sourceId } from './queues.ts'
import { profileOf, routeOf, type Profile, type Spec } from '../src/platform/http/spec.ts'
import { queueVariable } from '../src/platform/runtime/environment.ts'
import { stackOf } from './stage.ts'
import type { WorkerProfile, WorkerSpec } from '../src/platform/events/worker.ts'

/** Only serverless-offline gets its routes from here: what is deployed has them from infra/api.ts. */
const isLocal = process.argv.includes('offline')

/** The role of a profile in infra/roles.yml. */
const roleOf = (profile: Profile | WorkerProfile | 'dispatcher') =>
  sub(`\${${profile.charAt(0).toUpperCase()}${profile.slice(1)}Role.Arn}`)

/** Whether an endpoint answers as a stream. */
export const isStream = (spec: Spec): boolean => spec.stream !== undefined

/** In seconds: a response must be complete before the gateway gives up (infra/api.ts), a stream may take 15 minutes. */
const timeoutOf = (spec: Spec) => (isStream(spec) ? 900 : 25)

/** Locally a function needs no more than its file; deployed it logs to the one group of infra/logs.yml. */
const deployed = (properties: object) => (isLocal ? {} : { disableLogs: true, ...properties })

/** 1 769 MB is one whole processor (AWS Lambda, "Configure memory"), which hashing a password is worth. */
const memoryOf = (profile: Profile) => (profile === 'login' ? 1_769 : 1_024)

/** Concurrency that other functions cannot take: only where the account has enough, so by a parameter. */
const reserved = {
  reservedConcurrency: ifElse('HasReservedConcurrency', ref('ReservedConcurrency'), ref('AWS::NoValue')),
}

const handlerOf = (file: string) => file.replace(/ts$/, exportOf(file))

const endpointFunction = (file: string, spec: Spec) => ({
  handler: handlerOf(file),
  timeout: timeoutOf(spec),
  ...(isLocal && { events: [{ http: { method: spec.method, path: routeOf(spec) } }] }),
  ...deployed({
    role: roleOf(profileOf(spec)),
    memorySize: memoryOf(profileOf(spec)),
    ...(profileOf(spec) === 'login' && reserved),
    environment: endpointEnvironment(file, spec),
    ...(spec.assets && { package: { patterns: spec.assets } }),
  }),
})

const workerFunction = (
  file: string,
  worker: WorkerSpec,
  { queueUrls, workerPercent }: { queueUrls: Record<string, unknown>; workerPercent: number },
) => ({
  handler: handlerOf(file),
  timeout: workerTimeoutSeconds(worker),
  ...deployed({
    role: roleOf(worker.profile ?? 'worker'),
    memorySize: worker.memoryMegabytes ?? 1_024,
    ...(worker.recursive && { recursiveLoop: 'Allow' }),
    ...(worker.temporaryMegabytes && { ephemeralStorageSize: worker.temporaryMegabytes }),
    environment: workerEnvironment(worker, queueUrls),
    events: [
      {
        sqs: {
          arn: getAtt(sourceId(worker), 'Arn'),
          batchSize: workerBatchSize(worker),
          functionResponseType: 'ReportBatchItemFailures',
          // so that a long queue never takes the account's concurrency from the API
          maximumConcurrency: Math.max(2, Math.round(((worker.concurrency ?? 20) * workerPercent) / 100)),
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

const dispatcherFunction = (queueUrls: Record<string, unknown>) => ({
  handler: 'src/stream.dispatchChanges',
  timeout: 60,
  ...deployed({
    role: roleOf('dispatcher'),
    ...reserved,
    environment: dispatcherEnvironment(queueUrls),
    events: [tableChanges],
  }),
})

const unroutedFunction = (paths: string[]) => ({
  handler: 'src/not-found.notFoundHandler',
  timeout: 10,
  ...(isLocal && { events: paths.map((path) => ({ http: { method: 'ANY', path } })) }),
  ...deployed({ role: roleOf('none'), environment: unroutedEnvironment }),
})

interface Handlers {
  endpoints: { name: string; file: string; spec: Spec }[]
  workers: { name: string; file: string; worker: WorkerSpec }[]
  /** The share, in percent, that each worker gets of the concurrency in its spec. */
  workerPercent?: number
}

/** The functions of these endpoints and workers, and the two that every service has: dispatcher and unrouted. */
export const defineFunctions = ({ endpoints, workers, workerPercent = 100 }: Handlers) => {
  const queueUrls = Object.fromEntries(
    workers.map(({ worker: { queue } }) => [queueVariable(queue), ref(queueId(queue))]),
  )
  const paths = [...new Set(endpoints.map(({ spec }) => routeOf(spec))), '/', '/{proxy+}']
  return {
    ...Object.fromEntries(endpoints.map(({ name, file, spec }) => [name, endpointFunction(file, spec)])),
    ...Object.fromEntries(
      workers.map(({ name, file, worker }) => [
        name,
        workerFunction(file, worker, { queueUrls, workerPercent }),
      ]),
    ),
    dispatcher: dispatcherFunction(queueUrls),
    unrouted: unroutedFunction(paths),
  }
}

/** The functions of serverless.yml. Throws for a stage that cannot have them. */
export const functions = async (stage = defaultStage, workerPercent = '100') => {
  if (!/^([1-9]\d?|[1-4]\d\d|500)$/.test(workerPercent))
    throw new Error('The parameter worker-percent must be a whole number from 1 to 500.')
  const all = defineFunctions({
    endpoints: await loadEndpoints(),
    workers: await loadWorkers(),
    workerPercent: Number(workerPercent),
  })
  stackOf(stage, Object.keys(all))
  return all
}
