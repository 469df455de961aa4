import { runEndpoint } from '../invocation/invocation.ts'
import type { StoredHistoryEntry } from '../platform/history/entry.ts'
import type { FormerState } from '../platform/history/former-state.ts'
import type { OwnCall, UndoDefinition, UndoOperation } from '../platform/history/undo-operations.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { Problem } from '../platform/runtime/problem.ts'
import { inRequest, requestContext, type WriteObserver } from '../platform/runtime/request-context.ts'
import { changeObserver } from '../platform/table/write-observer.ts'

/** Who takes something back: a request of theirs. */
export interface UndoRequest {
  /** The job that does it for them, without their token. */
  job_id?: string
  actor: Actor
  body: { dry_run: boolean }
  header: (name: string) => string | undefined
  address: string
}

/** A change that is being taken back. */
export interface Reversal {
  request: UndoRequest
  /** Sees what is written for it. */
  observer: WriteObserver
  entry: StoredHistoryEntry
  definition: UndoDefinition
  /** What is kept of the state before the change, beside what the entry tells. */
  former: FormerState | undefined
  /** Whether fields get their former values although others of the same change cannot. */
  isPartial: boolean
  /** Fields that have got a former value by the same request, which look different from it by now. */
  known: KnownFields
}

/** By thing and field: how the value looks that was set, and which one of the history it is. */
export type KnownFields = Map<string, { shown: unknown; value: unknown }>

export type VersionedThing = Record<string, unknown> & { version: number }

/** Whether something is not there for the caller. */
export const isMissing = (error: unknown): boolean => error instanceof Problem && error.status === 404

/** What names the thing in a call of an operation. */
export const idsOf = ({ entry, definition }: Reversal) => definition.idsOf?.(entry) ?? { id: entry.object_id }

/** What an operation is called with: the arguments of an endpoint, or what an own operation takes beside the change. */
interface Given extends Partial<Pick<OwnCall, 'value' | 'removed'>> {
  args?: Record<string, unknown>
  /** The thing as it was read: it is not changed when it is another version by that time. */
  thing?: VersionedThing
}

/** Runs an operation on the thing of a change, as a request of anyone who takes the change back. */
export const callOperation = async (
  reversal: Reversal,
  operation: UndoOperation,
  { args = idsOf(reversal), thing, value, removed = { pk: '', sk: '' } }: Given = {},
): Promise<unknown> => {
  const { request, observer, entry: change } = reversal
  const { actor, header, address, job_id } = request
  const version = thing?.version
  if (!('spec' in operation))
    return inRequest({ ...requestContext(), observer }, () =>
      operation({ actor, change, value, removed, version }),
    )
  const authorization = header('authorization')
  const headers = {
    ...(authorization && { authorization }),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  }
  const byJob = job_id !== undefined && { actor, origin: { via: 'job', job_id } as const }
  return runEndpoint(operation, args, { headers, address, observer, ...byJob })
}

/** Makes the checks of an operation, and changes nothing. */
export const rehearse = (reversal: Reversal, operation: UndoOperation): Promise<unknown> =>
  callOperation({ ...reversal, observer: changeObserver(true) }, operation)

/** The thing as the caller reads it now; undefined when it is not there for them. */
export const findThing = async (reversal: Reversal): Promise<VersionedThing | undefined> => {
  try {
    return (await callOperation(reversal, reversal.definition.read as UndoOperation)) as VersionedThing
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
