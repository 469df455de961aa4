import { findHistoryEntry } from '../../src/platform/history/entry.ts'
import { undoneAmong } from '../../src/platform/history/undone-change.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { Problem } from '../../src/platform/runtime/problem.ts'
import { undoOne } from '../../src/undo/undo.ts'
import { findSubject, type Question } from './subject.ts'

export const explainUndo = async (question: Question): Promise<string[]> => {
  const { object = '' } = question
  const actor = await findSubject(question)
  const entry = /^[\da-f-]{36}$/.test(object) ? await findHistoryEntry(object) : undefined
  if (!entry) throw new Error('--object must be the ID of a change in the activity.')
  const { id, action, at } = entry
  // a job undoes changes without the person's token
  const about = { actor, isUnattended: true, job_id: newId(), address: '' }
  const request = { ...about, body: { dry_run: true }, header: () => undefined }
  const outcome = await undoOne(request, entry).then(
    ({ changes }) => `They can undo it, which changes ${changes.length} objects.`,
    (error: unknown) => {
      if (error instanceof Problem && error.status < 500) return `They cannot undo it: ${error.code}.`
      throw error
    },
  )
  const wasUndone = (await undoneAmong([entry])).has(id)
  return [`The change ${action} is of ${at}.`, ...(wasUndone ? ['It was undone before.'] : []), outcome]
}
