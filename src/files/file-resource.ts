import { linkTo, type Resource } from '../platform/resource.ts'
import { permissionNow } from './file-access.ts'
import { files, fileType, type StoredFile } from './file.ts'
import { fileSearchScope } from './file-index.ts'

const viewOf = ({ id, name, updated_at }: StoredFile) => ({
  ...linkTo(fileType, { id, title: name }),
  text: '',
  updated_at,
})

export const fileResource: Resource = {
  type: fileType.type,
  isKnowledge: true,
  isSource: true,
  searchScope: ({ id }) => fileSearchScope(id),
  load: async (reader, wanted) => {
    const found = await files.findMany(wanted)
    return Promise.all(
      found.map(async (file) => (file && (await permissionNow(file, reader)) ? viewOf(file) : undefined)),
    )
  },
}
