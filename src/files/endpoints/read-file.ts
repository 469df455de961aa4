import { endpoint } from '../../platform/http/endpoint.ts'
import { presentWhole } from '../file/attached-to.ts'
import { File } from '../file/response.ts'
import { fileType } from '../file/file.ts'
import { readableFile } from '../file/access.ts'

export const readFile = endpoint(`GET ${fileType.path}`, {
  summary: 'Get the metadata of a file',
  description:
    'For the owner, for people with whom the file is shared, and for everyone who may see a resource to which ' +
    'it is attached. The bytes are at `GET /files/{id}/contents`.',
  response: File,
  handle: ({ actor, params: { id } }) =>
    presentWhole(
      actor,
      id,
      readableFile(actor, id).then(({ file }) => file),
    ),
})
