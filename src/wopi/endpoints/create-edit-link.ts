import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { readableFile } from '../../files/file/access.ts'
import { requireUploaded } from '../../files/file/upload.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { timestamp } from '../../platform/schema/fields.ts'
import { editorAddress } from '../editor/editor-address.ts'
import { makeEditLink } from '../editor/edit-link.ts'
import { editLinkProblems } from '../problems.ts'
import { kindUnknown } from '../editor/discovery.ts'

export const createEditLink = endpoint('POST /files/{id}/edit-link', {
  summary: 'Create a link that opens a file in the editor',
  success: 'The new link, returned only once.',
  description: 'For a browser: it shows the editor with the file open. Valid once, for one minute.',
  profile: 'wopi',
  status: 201,
  query: z.strictObject({
    action: z.enum(['edit', 'view']).default('edit').meta(docs('Open the file to view or to edit it.')),
  }),
  response: z.object({
    url: z.url().meta(docs('URL to open in a browser.')),
    expires_at: timestamp.meta(docs('Time when the link expires.')),
  }),
  problems: editLinkProblems,
  handle: async ({ actor, params, query }) => {
    const { file: found, permission } = await readableFile(actor, params.id)
    const file = await requireUploaded(found)
    if (!(await editorAddress(file, permission))) throw kindUnknown(file.name)
    return makeEditLink(file.id, actor, query.action === 'edit' ? 'write' : 'read')
  },
})
