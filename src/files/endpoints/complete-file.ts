import { endpoint } from '../../platform/http/endpoint.ts'
import { File, presentFile } from '../file.ts'
import { readableFile } from '../file-access.ts'
import { requireUploaded } from '../upload.ts'

export const completeFile = endpoint(
  {
    method: 'POST',
    path: '/files/{id}/complete',
    summary: 'Confirm that a file has been uploaded',
    description: 'Optional: the first use of a file does the same.',
    profile: 'files',
    response: File,
    problems: {
      409: 'The file has not been uploaded.',
      422: 'The size of the upload differs from the announced size.',
    },
  },
  async ({ actor, params }) =>
    presentFile(await requireUploaded((await readableFile(actor, params.id)).file)),
)
