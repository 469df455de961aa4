import { environment } from '../runtime/environment.ts'

/** Returns the path of the service on its host: usually empty, `/<stage>` without its own domain. */
export const basePath = (): string => new URL(environment.publicUrl).pathname.replace(/\/$/, '')
