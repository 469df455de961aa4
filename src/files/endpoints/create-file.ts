import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { File, NewFile } from '../file.ts'
import { beginUpload, Upload } from '../upload.ts'

export const createFile = endpoint(
  {
    method: 'POST',
    path: '/files',
    summary: 'Create a file',
    description:
      'The bytes do not come here: put them to the link in `upload`, within an hour and with its headers. Then the file ' +
      'is ready; `POST /files/{id}/complete` tells whether all went well.',
    profile: 'files',
    body: NewFile,
    status: 201,
    response: z.object({ file: File, upload: Upload }),
    location: '/files/{file.id}',
  },
  async ({ actor, body }) => beginUpload(actor, body),
)
