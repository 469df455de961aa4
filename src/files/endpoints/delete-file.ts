import { endpoint } from '../../platform/http/endpoint.ts'
import { removeFile } from '../file/changes.ts'
import { ownerRequired } from '../file/access.ts'

export const deleteFile = endpoint('DELETE /files/{id}', {
  summary: 'Delete a file',
  description:
    'Deletes the file for everyone at once, even if it is open in an editor. It can be restored from the trash ' +
    'for 30 days.',
  takesIfMatch: true,
  problems: [ownerRequired],
  handle: async ({ actor, params, ifMatch }) => removeFile(actor, params.id, ifMatch),
})
