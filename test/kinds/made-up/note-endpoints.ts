import { endpoint } from '../../../src/platform/http/endpoint.ts'
import { createOwned, findOwned, removeOwned, updateOwned } from '../../../src/platform/kind/owned-changes.ts'
import { updateOf } from '../../../src/platform/schema/update-fields.ts'
import { Note, NoteInput, noteKind } from './note.ts'

export const createNote = endpoint('POST /notes', {
  summary: 'Write a note',
  body: NoteInput,
  status: 201,
  response: Note,
  handle: ({ actor, body }) => createOwned(noteKind, actor, body),
})

export const readNote = endpoint('GET /notes/{id}', {
  summary: 'Read a note',
  response: Note,
  handle: ({ actor, params: { id } }) => findOwned(noteKind, actor, id),
})

export const updateNote = endpoint('PUT /notes/{id}', {
  summary: 'Change a note',
  body: updateOf(NoteInput, Note),
  response: Note,
  handle: ({ actor, params: { id }, body, ifMatch }) => updateOwned(noteKind, actor, id, body, ifMatch),
})

export const deleteNote = endpoint('DELETE /notes/{id}', {
  summary: 'Delete a note',
  takesIfMatch: true,
  handle: ({ actor, params: { id }, ifMatch }) => removeOwned(noteKind, actor, id, ifMatch),
})
