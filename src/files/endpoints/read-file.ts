import { endpoint } from '../../platform/http/endpoint.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { attachedTo, readAttachments } from '../attachment/attached-to.ts'
import { File } from '../file/response.ts'
import { fileType, presentFile } from '../file/file.ts'
import { readableFile } from '../file/access.ts'

export const readFile = endpoint(`GET ${fileType.path}`, {
  summary: 'Read the metadata of a file',
  description:
    'For the owner, people with whom the file is shared, and everyone who may see something that it is ' +
    'attached to. The bytes are at `GET /files/{id}/contents`.',
  response: File,
  handle: async ({ actor, params: { id } }) => {
    const reading = awaitLater(readAttachments(id))
    const { file } = await readableFile(actor, id)
    return { ...presentFile(file), attached_to: await attachedTo(actor, file, await reading) }
  },
})
