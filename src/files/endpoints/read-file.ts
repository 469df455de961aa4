import { endpoint } from '../../platform/http/endpoint.ts'
import { File, fileType, presentFile } from '../file.ts'
import { readableFile } from '../file-access.ts'

export const readFile = endpoint(
  { method: 'GET', path: fileType.path, summary: 'Read the metadata of a file', response: File },
  async ({ actor, params }) => presentFile((await readableFile(actor, params.id)).file),
)
