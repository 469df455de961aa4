import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { readableFile } from '../../files/file/access.ts'
import { requireUploaded } from '../../files/file/upload.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { users } from '../../platform/identity/user.ts'
import { queryInteger } from '../../platform/schema/list-fields.ts'
import { EditorToken, makeEditorToken } from '../editor/editor-token.ts'
import { tokenSeconds } from '../token.ts'
import { uploadProblems } from '../../files/problems.ts'
import { discoveryUnavailable } from '../editor/discovery.ts'

export const createToken = endpoint('POST /wopi/files/{id}/token', {
  entity: 'files.file',
  summary: 'Create a token for an editor to open a file',
  success: 'The token, and the URL to send it to.',
  description:
    'It opens this file for this person, with their rights. It outlives sign-out, and ends with its ' +
    'lifetime, the grant, the file, the deactivation of the account or the access token that created it.',
  profile: 'wopi',
  query: z.strictObject({
    ttl: queryInteger(60, 86_400).default(tokenSeconds).meta(docs('Lifetime in seconds.')),
  }),
  response: EditorToken,
  problems: [...uploadProblems, discoveryUnavailable],
  // never users.user_not_found: sessions are deleted before their person
  handle: async ({ actor, params, query }) => {
    const [{ file: found, permission }, { token_epoch: epoch }] = await Promise.all([
      readableFile(actor, params.id),
      users.get(actor),
    ])
    const file = await requireUploaded(found)
    return makeEditorToken(actor, { file, permission, epoch }, query.ttl)
  },
})
