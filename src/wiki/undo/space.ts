import type { KindUndo } from '../../platform/history/undo-operations.ts'
import { deleteSpace } from '../endpoints/delete-space.ts'
import { readSpace } from '../endpoints/read-space.ts'
import { updateSpace } from '../endpoints/update-space.ts'
import { spaceType } from '../space/space.ts'

export const spaceUndo: KindUndo = {
  [spaceType.type]: { read: readSpace, update: updateSpace, remove: deleteSpace },
}
