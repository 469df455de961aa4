import { environment } from '../runtime/environment.ts'

/** The path below which the service is on its host: mostly empty, `/<stage>` without a domain of its own. */
export const sitePath = (): string => new URL(environment.publicUrl).pathname.replace(/\/$/, '')
