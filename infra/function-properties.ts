import { exportOf } from './endpoints.ts'
import { ifElse, ref, sub } from './intrinsics.ts'
import { frozenHandler, type FunctionCode } from './packaging/function-code.ts'
import type { Profile } from '../src/platform/http/spec.ts'
import type { WorkerProfile } from '../src/platform/events/queues.ts'

/** Only serverless-offline gets its routes from here: what is deployed has them from infra/api.ts. */
export const isLocal = process.argv.includes('offline')

/** The role of a profile in infra/roles.yml. */
export const roleOf = (profile: Profile | WorkerProfile | 'dispatcher' | 'recorder' | 'auditLock') =>
  sub(`\${${profile.charAt(0).toUpperCase()}${profile.slice(1)}Role.Arn}`)

/** Locally a function needs no more than its file; deployed it logs to the one group of infra/logs.yml. */
export const deployed = (properties: object) => (isLocal ? {} : { disableLogs: true, ...properties })

/** Concurrency that other functions cannot take: only where the account has enough, so by a parameter. */
export const reserved = {
  reservedConcurrency: ifElse('HasReservedConcurrency', ref('ReservedConcurrency'), ref('AWS::NoValue')),
}

/** The code of a function: what a file exports, by the file's own name unless told. */
export const codeOf = (file: string, exported: string = exportOf(file)): FunctionCode => ({
  handler: frozenHandler,
  esbuildEntrypoint: file.replace(/ts$/, exported),
})
