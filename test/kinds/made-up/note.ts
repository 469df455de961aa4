import { docs } from '#docs'
import { answeredId, line, Person, versioned } from '../../../src/platform/schema/fields.ts'
import * as z from '../../../src/platform/schema/schema.ts'
import { entity, type ThingOf } from '../../../src/platform/table/entity.ts'

/** Resource type and path of a note. */
export const noteType = { type: 'note', path: '/notes/{id}' } as const

const fields = {
  title: line(255).meta(docs('Title.', { examples: ['Milk'] })),
  text: z.string().max(10_000).default('').meta(docs('What it says.')),
}

export const Note = z
  .object({
    id: answeredId.meta(docs('ID of the note.')),
    ...fields,
    author: Person.meta(docs('Who wrote it.')),
    ...versioned,
  })
  .meta(docs('A note to oneself.', { id: 'Note' }))

/** Schema of a new note, and of its changes. */
export const NoteInput = z.strictObject(fields)

export const notes = entity({
  name: 'notes.note',
  schema: Note,
  key: ({ id }: { id: string }) => ({ pk: `note#${id}`, sk: 'note' }),
})

export type StoredNote = ThingOf<typeof notes>
