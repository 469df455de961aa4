import { linkTo, type Resource } from '../../platform/resource.ts'
import { memberIds } from '../../platform/identity/members.ts'
import { indexedThings } from '../../platform/search/definition.ts'
import { asPerson } from '../../platform/identity/policy.ts'
import { sharedRights } from '../../platform/sharing/shared-resource.ts'
import { fileKind, filePolicy } from './policy.ts'
import { attachments } from './attachment-row.ts'
import { readList } from '../../platform/table/list/list.ts'
import { authorizeFile, decideFileAccess } from './access.ts'
import { currentVersionNumber } from './save.ts'
import { presentText, textKey } from '../stored-text/file-text.ts'
import { files, fileSearchScope, fileType, isAbandoned, type StoredFile } from './file.ts'

/** Returns the text of a file for search: the object that has it, once it is extracted. */
const indexedFileText = (file: StoredFile) => {
  const made = presentText(file)
  return made?.status === 'ready' ? { object: textKey(file.id, made.object_id) } : ''
}

/** Maximum number of attachment resources whose access is checked. */
const maxThings = 100

const toFileView = ({ id, name, updated_at, owner, save }: StoredFile) => ({
  ...linkTo(fileType, { id, title: name }),
  revision: currentVersionNumber({ save }),
  text: '',
  updated_at,
  author_id: owner.id,
})

export const fileResource: Resource = {
  type: fileType.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: async (id) => {
    const rows = readList(attachments.in('ofFile', { file_id: id }), { limit: maxThings })
    const [file, { items }] = await Promise.all([files.find({ id }), rows])
    if (!file || isAbandoned(file)) return undefined
    return {
      ...sharedRights(fileKind, file),
      decide: (person) => decideFileAccess(file, person),
      attachedTo: items.map(({ type, thing_id }) => ({ type, id: thing_id })),
    }
  },
  isKnowledge: true,
  isSource: true,
  search: indexedThings(fileType.type, files, {
    scope: fileSearchScope,
    readers: ({ owner, grants }) => [owner.id, ...memberIds(grants)],
    indexed: {
      title: 'name',
      text: { version: presentText, read: indexedFileText },
      isFound: ({ status }) => status === 'ready',
    },
    // a reader's own files and files shared with them, for administrators as well
    decide: (file, reader) => filePolicy.decide(file, asPerson(reader)),
  }),
  load: async (reader, wanted) => {
    const found = await files.findMany(wanted)
    return Promise.all(
      found.map(async (file) => (file && (await authorizeFile(file, reader)) ? toFileView(file) : undefined)),
    )
  },
}
