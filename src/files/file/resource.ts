import { linkTo, type Resource } from '../../platform/resource.ts'
import { memberIds } from '../../platform/identity/members.ts'
import { documentTrigger, readableThings, scopeFor, scopesOf } from '../../platform/search/definition.ts'
import { asPerson } from '../../platform/identity/policy.ts'
import { filePolicy } from './policy.ts'
import { attachments } from './attachment-row.ts'
import { readList } from '../../platform/table/list/list.ts'
import { authorizeFile, decideFileAccess } from './access.ts'
import { currentVersionNumber } from './save.ts'
import { presentText, textKey } from '../stored-text/file-text.ts'
import { files, fileSearchScope, fileType, isAbandoned, type StoredFile } from './file.ts'

const fileScope = ({ owner, grants }: StoredFile) =>
  scopeFor(fileSearchScope, [owner.id, ...memberIds(grants)])

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
      decidedBy: linkTo(fileType, { id, title: file.name }),
      decide: (person) => decideFileAccess(file, person),
      mayChange: (person) => filePolicy.allows(file, person, 'manage'),
      owner: file.owner,
      named: file.grants,
      isOpen: false,
      attachedTo: items.map(({ type, thing_id }) => ({ type, id: thing_id })),
    }
  },
  isKnowledge: true,
  isSource: true,
  search: {
    scopesOf: (reader) => scopesOf(fileSearchScope, reader),
    containerType: fileType.type,
    triggers: [
      documentTrigger(files, (file) =>
        file.status === 'ready' ? [file.name, fileScope(file), presentText(file)] : undefined,
      ),
    ],
    document: async (id) => {
      const file = await files.find({ id })
      if (file?.status !== 'ready') return undefined
      const made = presentText(file)
      const text = made?.status === 'ready' ? { object: textKey(id, made.object_id) } : ''
      return { scopes: [fileScope(file)], container: id, title: file.name, text }
    },
    // a reader's own files and files shared with them, for administrators as well
    readable: readableThings(files, (file, reader) => filePolicy.decide(file, asPerson(reader))),
  },
  load: async (reader, wanted) => {
    const found = await files.findMany(wanted)
    return Promise.all(
      found.map(async (file) => (file && (await authorizeFile(file, reader)) ? toFileView(file) : undefined)),
    )
  },
}
