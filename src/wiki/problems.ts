import { permissionMissing, spacePermissionDetail } from './space/access.ts'
import { pageArchived, pageDraft, pageParentMissing, pagePublished } from './page/status.ts'
import { treeMoving } from './space/tree.ts'
import { revisionConflict } from './page/revision/changes.ts'

/** Problem for callers with read access only. */
export const writerRequired = permissionMissing.as({
  when: 'The caller may read the space but not write in it.',
})

/** Problem for callers who are not admins of the space. */
export const spaceAdminRequired = permissionMissing.as({
  when: 'The caller is not an admin of the space.',
  example: [spacePermissionDetail('admin')],
})

/** Problem thrown when a page is moved or deleted while its large tree is still being moved. */
export const arriving = treeMoving.as({
  when: 'The page is among more than 90 pages that are still being moved to another space, or is an ancestor of them.',
})

/** Problems of a change of status or place. */
export const movingProblems = [arriving, pagePublished, pageDraft, pageParentMissing]

export const revisionProblems = [writerRequired, pageArchived, revisionConflict]
