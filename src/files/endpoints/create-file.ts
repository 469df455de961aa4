import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { File, NewFile } from '../file/response.ts'
import { presentFile } from '../file/file.ts'
import { beginUpload, Upload } from '../file/upload-link.ts'
import { storageFull } from '../problems.ts'

export const createFile = endpoint('POST /files', {
  summary: 'Create a file',
  success: 'The new file, and the upload request for its bytes.',
  description:
    'Upload the bytes to the URL in `upload` within an hour, with its method and headers. The file is ' +
    'then ready; `POST /files/{id}/complete` confirms it.',
  profile: 'files',
  body: NewFile,
  response: z.described(
    { id: 'FileUpload' },
    {
      file: File.meta(docs('The file, whose bytes are not uploaded yet.')),
      upload: Upload.meta(docs('The request that uploads the bytes.')),
    },
  ),
  problems: [storageFull],
  location: '/files/{file.id}',
  handle: async ({ actor, body }) => {
    const { file, upload } = await beginUpload(actor, body)
    return { file: { ...presentFile(file), attached_to: { count: 0, items: [] } }, upload }
  },
})
