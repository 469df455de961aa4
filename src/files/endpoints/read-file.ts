import { endpoint } from '../../platform/endpoint.ts'
import { requireFile } from '../access.ts'
import { File, files, shownFile } from '../file.ts'

export const handler = endpoint(
  { method: 'GET', path: '/files/{id}', summary: 'Read what is known of a file', response: File },
  async ({ actor, params }) => shownFile(requireFile(actor, await files.find(params))),
)
