import { exportName } from '../generation/endpoints.ts'
import { ifElse, ref, sub } from './intrinsics.ts'
import { frozenHandler, type FunctionCode } from '../packaging/function-code.ts'
import type { Profile } from '../../src/platform/http/access-level.ts'
import type { WorkerProfile } from '../../src/platform/events/queues.ts'

/** True for serverless-offline, the only one that reads routes here: deployed routes come from infra/gateway/api.ts. */
export const isLocal = process.argv.includes('offline')

/** Returns the role of a profile in infra/template/roles.yml. */
export const roleReference = (profile: Profile | WorkerProfile | 'dispatcher' | 'recorder' | 'auditLock') =>
  sub(`\${${profile.charAt(0).toUpperCase()}${profile.slice(1)}Role.Arn}`)

/**
 * Returns properties of deployed functions only: a local function needs only its file. Deployed functions log to the
 * log group of infra/template/logs.yml.
 */
export const deployed = (properties: object) => (isLocal ? {} : { disableLogs: true, ...properties })

/** Concurrency reserved for a function; set by a parameter, because not every account has enough. */
export const reserved = {
  reservedConcurrency: ifElse('HasReservedConcurrency', ref('ReservedConcurrency'), ref('AWS::NoValue')),
}

/** Returns the code of a function: an export of a file, by default the one named after the file. */
export const toFunctionCode = (file: string, exported: string = exportName(file)): FunctionCode => ({
  handler: frozenHandler,
  esbuildEntrypoint: file.replace(/ts$/, exported),
})
