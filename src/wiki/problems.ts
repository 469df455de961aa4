import { permissionMissing, requirementOf } from './space/access.ts'
import { pageArchived, pageDraft, pagePublished } from './page/status.ts'
import { treeMoving } from './space/page-space.ts'
import { revisionConflict } from './revision/changes.ts'

/** How a space refuses those who may only read it. */
export const writerRequired = permissionMissing.as({
  when: 'The caller may read the space but not write in it.',
})

/** How a space refuses those who are none of its admins. */
export const spaceAdminRequired = permissionMissing.as({
  when: 'The caller is not an admin of the space.',
  example: [requirementOf('admin')],
})

/** How a page refuses to be moved or deleted while a large tree moves with it. */
export const arriving = treeMoving.as({
  when: 'It belongs to more than 90 pages that are still moving to another space, or is above them.',
})

/** How a page refuses another status or another place. */
export const movingProblems = [arriving, pagePublished, pageDraft]

export const revisionProblems = [writerRequired, pageArchived, revisionConflict]
