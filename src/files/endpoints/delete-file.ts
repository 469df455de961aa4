import { endpoint } from '../../platform/http/endpoint.ts'
import { removeFile } from '../file-changes.ts'

export const deleteFile = endpoint(
  {
    method: 'DELETE',
    path: '/files/{id}',
    summary: 'Delete a file',
    description: 'It is gone for everyone at once, even for an editor that has it open.',
    status: 204,
    problems: {
      403: 'The caller may read the file but does not own it.',
      412: '`If-Match` names a different version.',
    },
  },
  async ({ actor, params, ifMatch }) => removeFile(actor, params.id, ifMatch),
)
