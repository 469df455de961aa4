import { endpoint } from '../../platform/http/endpoint.ts'
import { presentWhole } from '../file/attached-to.ts'
import { File } from '../file/response.ts'
import { readableFile } from '../file/access.ts'
import { requireUploaded } from '../file/upload.ts'
import { uploadProblems } from '../problems.ts'

export const completeFile = endpoint('POST /files/{id}/complete', {
  summary: 'Confirm the upload of a file',
  description: 'Optional: the first use of a file does the same.',
  profile: 'files',
  response: File,
  problems: uploadProblems,
  handle: ({ actor, params: { id } }) =>
    presentWhole(
      actor,
      id,
      readableFile(actor, id).then(({ file }) => requireUploaded(file)),
    ),
})
