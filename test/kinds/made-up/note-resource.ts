import { editable, historyOf } from '../../../src/platform/history/definition.ts'
import type { ResourceHistory } from '../../../src/platform/history/resource-history.ts'
import type { KindUndo } from '../../../src/platform/history/undo-operations.ts'
import { onErasure, type KindErasure } from '../../../src/platform/identity/erasure.ts'
import { linkTo, type Resource } from '../../../src/platform/resource.ts'
import { documentTrigger } from '../../../src/platform/search/definition.ts'
import { transact } from '../../../src/platform/table/table.ts'
import type { TrashDefinition } from '../../../src/platform/trash/definition.ts'
import { loadTrashed, restoredThing } from '../../../src/platform/trash/trashed-things.ts'
import { toTakeOut } from '../../../src/platform/trash/moves.ts'
import { deleteNote, readNote, updateNote } from './note-endpoints.ts'
import { NoteInput, notes, noteType, type StoredNote } from './note.ts'

const scopeOf = ({ id }: { id: string }) => `notes.note#${id}`

const isOf = ({ author }: StoredNote, { id }: { id: string }) => author.id === id

export const noteResource: Resource = {
  type: noteType.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: 'Everybody may see every note.',
  search: {
    scopesOf: (reader) => [scopeOf(reader)],
    containerType: noteType.type,
    triggers: [documentTrigger(notes, ({ title, text }) => [title, text])],
    document: async (id) => {
      const note = await notes.find({ id })
      return note && { scopes: [scopeOf(note.author)], container: id, title: note.title, text: note.text }
    },
  },
  load: async (reader, wanted) =>
    (await notes.findMany(wanted)).map((note) =>
      note && isOf(note, reader) ? { ...linkTo(noteType, note), ...note } : undefined,
    ),
}

export const noteHistory: ResourceHistory = {
  changes: [historyOf(notes, { type: noteType.type, fields: editable(NoteInput.shape), removed: 'trashed' })],
}

export const noteUndo: KindUndo = {
  [noteType.type]: { read: readNote, update: updateNote, remove: deleteNote },
}

export const noteTrash: TrashDefinition = {
  load: loadTrashed(notes, (note, reader) => (isOf(note, reader) ? 'purge' : undefined)),
  restore: async (_, entry) => {
    const note = restoredThing(notes, entry)
    await transact([notes.toRestore(note), ...toTakeOut(entry)])
    return note
  },
  erase: async ({ owner_id }, { person }) => (owner_id === person.id ? 'own' : undefined),
  sweep: async () => true,
}

export const noteErasure: KindErasure = {
  handlers: [
    onErasure(notes, async (note, { person }) => {
      if (!isOf(note, person)) return undefined
      await notes.remove(note)
      return 'removed'
    }),
  ],
}
