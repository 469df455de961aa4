import * as z from '../../platform/schema/schema.ts'
import { readableFile } from '../../files/sight.ts'
import { arrived } from '../../files/upload.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { timestamp } from '../../platform/schema/fields.ts'
import { conflict } from '../../platform/runtime/problem.ts'
import { editorAddress } from '../editor-address.ts'
import { linkSeconds, makeEditLink } from '../edit-link.ts'

export const createEditLink = endpoint(
  {
    method: 'POST',
    path: '/files/{id}/edit-link',
    summary: 'Get a link that opens a file in the editor',
    description:
      'It is good once, for a minute, and for a person in a browser: it shows the editor with the file open.',
    profile: 'wopi',
    status: 201,
    query: z.strictObject({
      action: z.enum(['edit', 'view']).default('edit').meta({ description: 'What the file is opened for.' }),
    }),
    response: z.object({
      url: z.url().meta({ description: 'Where the browser goes.' }),
      expires_at: timestamp.meta({ description: 'Until when the link may be followed.' }),
    }),
    problems: { 409: 'The bytes have not arrived, or no editor opens files of this kind.' },
  },
  async ({ actor, params, query }) => {
    const { file: found, permission } = await readableFile(actor, params.id)
    const file = await arrived(found)
    if (!(await editorAddress(file, permission)))
      throw conflict('wopi.kind_unknown', `No editor opens files such as "${file.name}".`)
    const code = await makeEditLink(file.id, actor.id, query.action === 'edit' ? 'write' : 'read')
    return {
      url: `${environment.publicUrl}/api/v1/files/${file.id}/editor?code=${code}`,
      expires_at: new Date(Date.now() + linkSeconds * 1000).toISOString(),
    }
  },
)
