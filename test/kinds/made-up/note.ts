import { docs } from '#docs'
import { ownedKind } from '../../../src/platform/kind/owned-kind.ts'
import { answeredId, line, Person, versioned } from '../../../src/platform/schema/fields.ts'
import * as z from '../../../src/platform/schema/schema.ts'
import { entity } from '../../../src/platform/table/entity.ts'

const fields = {
  title: line(255).meta(docs('Title.', { examples: ['Milk'] })),
  text: z.string().max(10_000).default('').meta(docs('Text of the note.')),
}

export const Note = z
  .object({
    id: answeredId.meta(docs('ID of the note.')),
    ...fields,
    owner: Person.meta(docs('Author of the note.')),
    ...versioned,
  })
  .meta(docs('A private note.', { id: 'Note' }))

/** Schema of a new note, and of its changes. */
export const NoteInput = z.strictObject(fields)

export const noteKind = ownedKind({
  type: 'note',
  path: '/notes/{id}',
  things: entity({
    name: 'notes.note',
    schema: Note,
    key: ({ id }: { id: string }) => ({ pk: `note#${id}`, sk: 'note' }),
  }),
  input: NoteInput,
  indexed: { title: 'title', text: 'text' },
})
