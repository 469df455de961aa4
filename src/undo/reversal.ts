import { runEndpoint } from '../invocation/invocation.ts'
import type { StoredHistoryEntry } from '../platform/history/entry.ts'
import type { FormerState } from '../platform/history/former-state.ts'
import type { OwnCall, UndoDefinition, UndoOperation } from '../platform/history/undo-operations.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { Problem } from '../platform/runtime/problem.ts'
import { inRequest, requestContext, type WriteObserver } from '../platform/runtime/request-context.ts'
import { changeObserver } from '../platform/table/write-observer.ts'

export interface UndoRequest {
  /** ID of the job that undoes the changes on behalf of the person, without their token. */
  job_id?: string
  actor: Actor
  /** True if an operator asks in the place of the actor. */
  isUnattended?: boolean
  body: { dry_run: boolean }
  header: (name: string) => string | undefined
  address: string
}

/** A change that is being undone. */
export interface Reversal {
  request: UndoRequest
  observer: WriteObserver
  entry: StoredHistoryEntry
  definition: UndoDefinition
  /** Stored state from before the change that the entry does not contain. */
  former: FormerState | undefined
  /** True if fields are reverted although other fields of the same change cannot be. */
  isPartial: boolean
  /** Fields that the same request has already reverted, and that history now shows differently. */
  known: KnownFields
}

/** Reverted fields by record and field: the value as shown, and the value from history to which it was set. */
export type KnownFields = Map<string, { shown: unknown; value: unknown }>

export type VersionedThing = Record<string, unknown> & { version: number }

/** Returns true if the caller cannot see a record, or it does not exist. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.status === 404

/** Returns the arguments that identify the record in a call of an operation. */
export const reversalIds = ({ entry, definition }: Reversal) =>
  definition.idsOf?.(entry) ?? { id: entry.object_id }

/** Input of an operation: the arguments of an endpoint, or the further input of a function. */
interface Given extends Partial<Pick<OwnCall, 'value' | 'removed'>> {
  args?: Record<string, unknown>
  /** The record as read: the operation fails if its version has changed since. */
  thing?: VersionedThing
}

/** Runs an operation on the record of a change, as a request of the person undoing it. */
export const callOperation = async (
  reversal: Reversal,
  operation: UndoOperation,
  { args = reversalIds(reversal), thing, value, removed = { pk: '', sk: '' } }: Given = {},
): Promise<unknown> => {
  const { request, observer, entry: change } = reversal
  const { actor, header, address, job_id } = request
  const version = thing?.version
  if (!('spec' in operation))
    return inRequest({ ...requestContext(), observer }, () =>
      operation({ actor, change, value, removed, args, version }),
    )
  const authorization = header('authorization')
  const headers = {
    ...(authorization && { authorization }),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  }
  const byJob = job_id !== undefined && { actor, origin: { via: 'job', job_id } as const }
  return runEndpoint(operation, args, { headers, address, observer, ...byJob })
}

/** Runs the checks of an operation without changing anything. */
export const dryRun = (reversal: Reversal, operation: UndoOperation): Promise<unknown> =>
  callOperation({ ...reversal, observer: changeObserver(true, reversal.request.isUnattended) }, operation)

/** Returns the record as the caller sees it now; undefined if they do not see it. */
export const findUndoTarget = async (reversal: Reversal): Promise<VersionedThing | undefined> => {
  try {
    return (await callOperation(reversal, reversal.definition.read as UndoOperation)) as VersionedThing
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
