import { endpoint } from '../../platform/http/endpoint.ts'
import { fixed, updateOf } from '../../platform/schema/fields.ts'
import { changeFile } from '../file-changes.ts'
import { File, FileInput, presentFile } from '../file.ts'

export const updateFile = endpoint(
  {
    method: 'PUT',
    path: '/files/{id}',
    summary: 'Rename or share a file',
    body: updateOf(FileInput, File).extend({ content_type: fixed(File.shape.content_type) }),
    response: File,
    problems: { 403: 'The caller may read the file but does not own it.' },
  },
  async ({ actor, params, body: { name, grants, content_type }, ifMatch }) =>
    presentFile(await changeFile(actor, params.id, { name, grants, content_type }, ifMatch)),
)
