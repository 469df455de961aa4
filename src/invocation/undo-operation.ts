import type { DirectCaller } from '../platform/http/direct-call.ts'
import { runEndpoint } from './invocation.ts'
import { handlers } from '#generated/undo-handlers.ts'

/** Runs one of the operations that take changes back. */
export type RunOperation = (
  name: string,
  args: Record<string, unknown>,
  ifMatch?: { version: number },
) => Promise<unknown>

/** Runs operations as requests of the caller; it is an Error of ours when there is none of a name. */
export const operationRunner =
  ({ headers, ...caller }: DirectCaller): RunOperation =>
  async (name, args, ifMatch) => {
    const load = handlers[name]
    if (!load) throw new Error(`There is no operation "${name}".`)
    const { authorization } = headers
    const own = {
      ...(authorization && { authorization }),
      ...(ifMatch && { 'if-match': `"${ifMatch.version}"` }),
    }
    return runEndpoint(await load(), args, { ...caller, headers: own })
  }
