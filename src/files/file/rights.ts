import { linkTo } from '../../platform/resource.ts'
import { ownerEntry, type Rights } from '../../platform/rights.ts'
import { readList } from '../../platform/table/list/list.ts'
import { filePolicy } from '../access.ts'
import { attachments } from '../attachment/attachment-row.ts'
import { decideNow } from './access.ts'
import { fileType, type StoredFile } from './file.ts'

/** How many of the things that a file is attached to are named. */
const maxThings = 100

/** Who may see a file, also by what it is attached to. */
export const fileRights = async (file: StoredFile): Promise<Rights> => {
  const { items } = await readList(attachments.in('ofFile', { file_id: file.id }), { limit: maxThings })
  return {
    decidedBy: linkTo(fileType, { id: file.id, title: file.name }),
    decide: (person) => decideNow(file, person),
    mayChange: (person) => filePolicy.allows(file, person, 'manage'),
    named: [ownerEntry(file.owner), ...file.grants],
    isOpen: false,
    attachedTo: items.map(({ type, thing_id }) => ({ type, id: thing_id })),
  }
}
