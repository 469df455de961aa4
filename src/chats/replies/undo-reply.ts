import type { StoredHistoryEntry } from '../../platform/history/entry.ts'
import { writeItem } from '../../platform/table/table.ts'
import { loadReplyChanges } from '../../undo/reply-history.ts'
import type { UndoResult } from '../../undo/result.ts'
import type { UndoRequest } from '../../undo/reversal.ts'
import { undoAll } from '../../undo/undo.ts'
import { loadMessage } from '../message/feed.ts'
import type { StoredCall } from '../message/function-call.ts'
import { messages, type StoredMessage } from '../message/message.ts'
import { requireStatus } from '../message/reply-status.ts'
import { requireAsker } from './reply-changes.ts'

/** Returns the IDs of the calls whose changes are all undone. */
const undoneCalls = (entries: StoredHistoryEntry[], { left }: UndoResult): Set<string> => {
  const kept = new Set(left.map(({ id }) => id))
  const callIds = (all: StoredHistoryEntry[]) => new Set(all.flatMap(({ reply }) => reply?.call_id ?? []))
  return callIds(entries).difference(callIds(entries.filter(({ id }) => kept.has(id))))
}

/** Marks the undone calls in a reply. */
const markCalls = (reply: StoredMessage, undone: Set<string>): Promise<unknown> =>
  messages.modify(reply, async (current) => {
    const calls = (JSON.parse(current.calls) as StoredCall[]).map((call) =>
      call.status === 'completed' && undone.has(call.id) ? { ...call, status: 'undone' as const } : call,
    )
    const update = messages.toUpdate(current, { calls: JSON.stringify(calls) })
    if (!update.isSame) await writeItem(update)
  })

/** Undoes the changes made by the calls of a reply. Allowed for the asker. Throws 403, 404, 409. */
export const undoReply = async (request: UndoRequest, chat_id: string, id: string): Promise<UndoResult> => {
  const { message } = await loadMessage(request.actor, chat_id, id)
  requireStatus(message, ['completed', 'failed', 'cancelled'])
  requireAsker(request.actor, message)
  const calls = JSON.parse(message.calls) as StoredCall[]
  const entries = await loadReplyChanges({ ...message, asker_id: request.actor.id, calls })
  const result = await undoAll(request, entries)
  if (!request.body.dry_run) await markCalls(message, undoneCalls(entries, result))
  return result
}
