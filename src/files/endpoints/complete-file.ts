import { endpoint } from '../../platform/http/endpoint.ts'
import { File, shownFile } from '../file.ts'
import { readableFile } from '../sight.ts'
import { arrived } from '../upload.ts'

export const completeFile = endpoint(
  {
    method: 'POST',
    path: '/files/{id}/complete',
    summary: 'Ask whether the bytes of a file have arrived',
    description: 'The same happens by itself when a file is first used.',
    profile: 'files',
    response: File,
    problems: { 409: 'The bytes have not arrived.', 422: 'The bytes are not as many as were said.' },
  },
  async ({ actor, params }) => shownFile(await arrived((await readableFile(actor, params.id)).file)),
)
