import type { DirectCaller } from '../platform/http/direct-call.ts'
import { endpointRunner } from '../invocation/undo-operation.ts'
import type { OwnCall, UndoOperation } from '../platform/history/undo-operations.ts'
import type { StoredHistoryEntry } from '../platform/history/entry.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { inRequest, requestContext, type WriteObserver } from '../platform/runtime/request-context.ts'

type Arguments = Record<string, unknown>

/** What an operation is called with: the arguments of an endpoint, or what an own operation takes beside the change. */
export interface Given extends Partial<Pick<OwnCall, 'value' | 'removed'>> {
  args: Arguments
  /** The thing as it was read: it is not changed when it is another version by then. */
  thing?: { version: number } | undefined
}

/** Runs an operation as a request of whoever takes the change back. */
export type RunOperation = (
  operation: UndoOperation,
  entry: StoredHistoryEntry,
  given: Given,
) => Promise<unknown>

/** The operations that take changes back: those of the API, and our own. */
export const operationsOf = (
  actor: Actor,
  caller: DirectCaller & { observer: WriteObserver },
): RunOperation => {
  const runEndpoint = endpointRunner(caller)
  return async (operation, change, { args, thing, value, removed }) => {
    if ('spec' in operation) return runEndpoint(operation, args, thing)
    const item = removed ?? { pk: '', sk: '' }
    const work = () => operation({ actor, change, value, removed: item, version: thing?.version })
    return inRequest({ ...requestContext(), observer: caller.observer }, work)
  }
}
