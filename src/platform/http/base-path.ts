import { environment } from '../runtime/environment.ts'

/** Returns the path of the service on its host: empty, or `/<stage>` if the service has no domain of its own. */
export const basePath = (): string => new URL(environment.publicUrl).pathname.replace(/\/$/, '')
