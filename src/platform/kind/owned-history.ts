import { editable, historyOf } from '../history/definition.ts'
import type { ResourceHistory } from '../history/resource-history.ts'
import type { OwnedKind, OwnedThing } from './owned-kind.ts'

/** Returns the history of a kind with one owner: the fields that the owner writes, all undoable. */
export const ownedHistory = <T extends OwnedThing>({
  type,
  path,
  things,
  input,
}: OwnedKind<T>): ResourceHistory => ({
  changes: [historyOf(things, { type, path, fields: editable(input.shape), removed: 'trashed' })],
})
