import { defaultStage } from '../cli/command.ts'
import {
  multiRouteFile,
  loadEndpoints,
  loadWorkers,
  queueFunctionName,
  type LoadedWorker,
} from '../generation/endpoints.ts'
import { endpointEnvironment, unroutedEnvironment } from './environment.ts'
import {
  auditLockFunction,
  dispatcherFunction,
  recorderFunction,
  schedulerFunction,
  queueFunctionResource,
} from './event-functions.ts'
import { toFunctionCode, deployed, isLocal, reserved, roleReference } from './function-properties.ts'
import type { Profile } from '../../src/platform/http/access-level.ts'
import { functionProfile, fullPath } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { toStackName } from '../cli/stage.ts'
import { queueNames } from '../../src/platform/events/queues.ts'

/** Returns true if an endpoint streams its response. */
export const isStream = (spec: Spec): boolean => spec.stream !== undefined

/**
 * Returns the timeout in seconds: a response must be complete before the gateway's timeout (infra/gateway/api.ts), a
 * stream may take 15 minutes.
 */
const functionTimeout = (spec: Spec) => (isStream(spec) ? 900 : 25)

/**
 * Returns the memory in MB; 1,769 MB give one whole processor (AWS Lambda, "Configure memory"), for hashing passwords.
 */
const functionMemory = (profile: Profile) => (profile === 'login' ? 1_769 : 1_024)

interface Endpoint {
  functionName: string
  file: string
  spec: Spec
}

/** Returns the function of one endpoint, or of several that differ only in routes and settings. */
const endpointFunction = (name: string, endpoints: Endpoint[]) => {
  const [{ file, spec }] = endpoints as [Endpoint]
  const profile = functionProfile(spec)
  if (
    endpoints.some(
      (other) => functionProfile(other.spec) !== profile || isStream(other.spec) !== isStream(spec),
    )
  )
    throw new Error(`The endpoints that ${name} serves must have one profile, and all stream or none.`)
  return {
    ...toFunctionCode(spec.servedBy === undefined ? file : multiRouteFile(name)),
    timeout: functionTimeout(spec),
    ...(isLocal && {
      events: endpoints.map((one) => ({ http: { method: one.spec.method, path: fullPath(one.spec) } })),
    }),
    ...deployed({
      role: roleReference(profile),
      memorySize: functionMemory(profile),
      ...(profile === 'login' && reserved),
      environment: Object.assign({}, ...endpoints.map((one) => endpointEnvironment(one.file, one.spec))),
      ...(spec.assets && { package: { patterns: spec.assets } }),
    }),
  }
}

const unroutedFunction = (paths: string[]) => ({
  ...toFunctionCode('src/not-found.ts', 'notFoundHandler'),
  timeout: 10,
  ...(isLocal && { events: paths.map((path) => ({ http: { method: 'ANY', path } })) }),
  ...deployed({ role: roleReference('none'), environment: unroutedEnvironment }),
})

interface Handlers {
  endpoints: Endpoint[]
  workers: LoadedWorker[]
  /** Percentage of the concurrency in its spec that each queue gets. */
  workerPercent?: number
}

/** Returns the functions of these endpoints and workers, and the functions that every service has. */
export const defineFunctions = ({ endpoints, workers, workerPercent = 100 }: Handlers) => {
  const paths = [...new Set([...endpoints.map(({ spec }) => fullPath(spec)), '/', '/{proxy+}'])]
  return {
    ...Object.fromEntries(
      [...Map.groupBy(endpoints, ({ functionName }) => functionName)].map(([name, served]) => [
        name,
        endpointFunction(name, served),
      ]),
    ),
    ...Object.fromEntries(
      queueNames.map((name) => [
        queueFunctionName(name),
        queueFunctionResource(name, workers, workerPercent),
      ]),
    ),
    dispatcher: dispatcherFunction(),
    recorder: recorderFunction(),
    'audit-lock': auditLockFunction(),
    scheduler: schedulerFunction(),
    unrouted: unroutedFunction(paths),
  }
}

/** Returns the functions of serverless.yml. Throws if a stage cannot have them. */
export const functions = async (stage = defaultStage, workerPercent = '100') => {
  toStackName(stage)
  if (!/^([1-9]\d?|[1-4]\d\d|500)$/.test(workerPercent))
    throw new Error('The parameter worker-percent must be a whole number from 1 to 500.')
  return defineFunctions({
    endpoints: await loadEndpoints(),
    workers: await loadWorkers(),
    workerPercent: Number(workerPercent),
  })
}
