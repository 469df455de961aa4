import { endpoint } from '../../platform/http/endpoint.ts'
import { File } from '../file/response.ts'
import { presentFile } from '../file/file.ts'
import { readableFile } from '../file/access.ts'
import { requireUploaded } from '../file/upload.ts'
import { uploadProblems } from '../problems.ts'

export const completeFile = endpoint('POST /files/{id}/complete', {
  summary: 'Confirm that a file has been uploaded',
  description: 'Optional: the first use of a file does the same.',
  profile: 'files',
  response: File,
  problems: uploadProblems,
  handle: async ({ actor, params }) =>
    presentFile(await requireUploaded((await readableFile(actor, params.id)).file)),
})
