import { endpoint } from '../../platform/http/endpoint.ts'
import { File, shownFile } from '../file.ts'
import { readableFile } from '../sight.ts'

export const readFile = endpoint(
  { method: 'GET', path: '/files/{id}', summary: 'Read the metadata of a file', response: File },
  async ({ actor, params }) => shownFile((await readableFile(actor, params.id)).file),
)
