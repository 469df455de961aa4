import { endpoint } from '../../platform/http/endpoint.ts'
import { fixed, updateOf } from '../../platform/schema/update-fields.ts'
import { presentWhole } from '../file/attached-to.ts'
import { changeFile } from '../file/changes.ts'
import { File, FileInput } from '../file/response.ts'
import { ownerRequired } from '../file/access.ts'

export const updateFile = endpoint('PUT /files/{id}', {
  summary: 'Rename or share a file',
  sharing: ['grants'],
  description:
    '`grants` replaces the whole list and takes effect at once. The bytes do not change: save them from an ' +
    'editor, or create a new file.',
  body: updateOf(FileInput, File).extend({ content_type: fixed(File.shape.content_type) }),
  response: File,
  problems: [ownerRequired],
  handle: ({ actor, params: { id }, body, ifMatch }) =>
    presentWhole(actor, id, changeFile(actor, id, body, ifMatch)),
})
