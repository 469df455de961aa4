import type { Actor } from '../../../src/platform/identity/actor.ts'
import { endpoint } from '../../../src/platform/http/endpoint.ts'
import { updateOf } from '../../../src/platform/schema/update-fields.ts'
import { transact } from '../../../src/platform/table/table.ts'
import { toTrash } from '../../../src/platform/trash/moves.ts'
import { Note, NoteInput, notes, noteType } from './note.ts'

/** Returns a note of the caller; throws 404 for other people's notes. */
const ownNote = async (actor: Actor, id: string) => {
  const note = await notes.get({ id })
  if (note.author.id !== actor.id) throw notes.absent()
  return note
}

export const createNote = endpoint('POST /notes', {
  summary: 'Write a note',
  body: NoteInput,
  status: 201,
  response: Note,
  handle: ({ actor: { id, name }, body }) => notes.create(notes.make({ ...body, author: { id, name } })),
})

export const readNote = endpoint(`GET ${noteType.path}`, {
  summary: 'Read a note',
  response: Note,
  handle: ({ actor, params }) => ownNote(actor, params.id),
})

export const updateNote = endpoint(`PUT ${noteType.path}`, {
  summary: 'Change a note',
  body: updateOf(NoteInput, Note),
  response: Note,
  handle: async ({ actor, params, body, ifMatch }) =>
    notes.update(await ownNote(actor, params.id), body, ifMatch),
})

export const deleteNote = endpoint(`DELETE ${noteType.path}`, {
  summary: 'Delete a note',
  takesIfMatch: true,
  handle: async ({ actor, params, ifMatch }) => {
    const { id, title, ...note } = await ownNote(actor, params.id)
    const item = notes.itemOf({ id, title, ...note })
    const deleted = { type: noteType.type, id, title, owner_id: note.author.id, item }
    await transact([notes.toRemoveRead({ id, title, ...note }, [], ifMatch), ...toTrash(actor, deleted)])
  },
})
