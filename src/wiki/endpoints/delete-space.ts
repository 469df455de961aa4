import { endpoint } from '../../platform/http/endpoint.ts'
import { removeSpace } from '../space/changes.ts'
import { treeMoving } from '../space/tree.ts'
import { spaceAdminRequired } from '../problems.ts'

export const deleteSpace = endpoint('DELETE /wiki/spaces/{id}', {
  summary: 'Delete a space',
  isFunction: true,
  description:
    'Also deletes everything in the space. The space can be restored from the trash for 30 days; ' +
    'meanwhile, its slug is available to other spaces.',
  takesIfMatch: true,
  problems: [
    spaceAdminRequired,
    treeMoving.as({ when: 'More than 90 pages are still being moved to or from the space.' }),
  ],
  handle: ({ actor, params, ifMatch }) => removeSpace(actor, params.id, ifMatch),
})
