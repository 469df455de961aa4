import { linkTo, type Resource } from '../../platform/resource.ts'
import { memberIds } from '../../platform/identity/members.ts'
import { documentTrigger, readableThings } from '../../platform/search/definition.ts'
import { scopeFor, scopesOf } from '../../platform/search/query/scope.ts'
import { asPerson } from '../../platform/identity/policy.ts'
import { filePolicy } from '../access.ts'
import { authorizeFile } from './access.ts'
import { fileRights } from './rights.ts'
import { versionNumberOf } from './save.ts'
import { presentText, textKey } from '../text/file-text.ts'
import { files, fileSearchScope, fileType, isAbandoned, type StoredFile } from './file.ts'

const scopeOf = ({ owner, grants }: StoredFile) => scopeFor(fileSearchScope, [owner.id, ...memberIds(grants)])

const viewOf = ({ id, name, updated_at, owner, save }: StoredFile) => ({
  ...linkTo(fileType, { id, title: name }),
  revision: versionNumberOf({ save }),
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
    const file = await files.find({ id })
    return file && !isAbandoned(file) ? fileRights(file) : undefined
  },
  isKnowledge: true,
  isSource: true,
  search: {
    scopesOf: (reader) => scopesOf(fileSearchScope, reader),
    containerType: fileType.type,
    triggers: [
      documentTrigger(files, (file) =>
        file.status === 'ready' ? [file.name, scopeOf(file), presentText(file)] : undefined,
      ),
    ],
    document: async (id) => {
      const file = await files.find({ id })
      if (file?.status !== 'ready') return undefined
      const made = presentText(file)
      const text = made?.status === 'ready' ? { object: textKey(id, made.object_id) } : ''
      return { scopes: [scopeOf(file)], container: id, title: file.name, text }
    },
    // their own and those that they were given, for administrators as well
    readable: readableThings(files, (file, reader) => filePolicy.decide(file, asPerson(reader))),
  },
  load: async (reader, wanted) => {
    const found = await files.findMany(wanted)
    return Promise.all(
      found.map(async (file) => (file && (await authorizeFile(file, reader)) ? viewOf(file) : undefined)),
    )
  },
}
