import { endpoint } from '../../platform/http/endpoint.ts'
import { File } from '../file-response.ts'
import { fileType, presentFile } from '../file.ts'
import { readableFile } from '../file-access.ts'

export const readFile = endpoint(
  {
    method: 'GET',
    path: fileType.path,
    entity: 'files.file',
    summary: 'Read the metadata of a file',
    description:
      'For the owner, people whom the file is shared with, and everyone who may see something that it is ' +
      'attached to. The bytes are at `GET /files/{id}/contents`.',
    response: File,
  },
  async ({ actor, params }) => presentFile((await readableFile(actor, params.id)).file),
)
