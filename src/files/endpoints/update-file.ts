import { endpoint } from '../../platform/http/endpoint.ts'
import { fixed, updateOf } from '../../platform/schema/update-fields.ts'
import { changeFile } from '../file/changes.ts'
import { File, FileInput } from '../file/response.ts'
import { presentFile } from '../file/file.ts'
import { ownerRequired } from '../file/access.ts'

export const updateFile = endpoint('PUT /files/{id}', {
  summary: 'Rename or share a file',
  sharing: ['grants'],
  description:
    '`grants` replaces the whole list, and takes effect at once. The bytes stay as they are; they are ' +
    'replaced by an editor, or by a new file.',
  body: updateOf(FileInput, File).extend({ content_type: fixed(File.shape.content_type) }),
  response: File,
  problems: [ownerRequired],
  handle: async ({ actor, params, body, ifMatch }) =>
    presentFile(await changeFile(actor, params.id, body, ifMatch)),
})
