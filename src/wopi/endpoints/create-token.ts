import * as z from '../../platform/schema/schema.ts'
import { readableFile } from '../../files/file-access.ts'
import { requireUploaded } from '../../files/upload.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { queryInteger } from '../../platform/schema/fields.ts'
import { editorAddress } from '../editor-address.ts'
import { isTooLargeToEdit, readOnlyReason } from '../limits.ts'
import { newWopiToken, tokenSeconds, wopiSrcOf } from '../token.ts'

export const createToken = endpoint(
  {
    method: 'POST',
    path: '/wopi/files/{id}/token',
    summary: 'Create a token with which an editor opens a file',
    description:
      'It opens this file for this person, with their rights. It outlives sign-out, and ends with its ' +
      'lifetime, the grant, the file or the account.',
    profile: 'wopi',
    query: z.strictObject({
      ttl: queryInteger(60, 86_400).default(tokenSeconds).meta({ description: 'Lifetime in seconds.' }),
    }),
    response: z.object({
      access_token: z.string().meta({ description: 'Sent to the editor in a form POST.' }),
      access_token_ttl: z
        .int()
        .meta({ description: 'When it expires, in milliseconds since 1970, as in WOPI.' }),
      expires_in: z.int().meta({ description: 'Lifetime in seconds.' }),
      wopi_src: z.url().meta({ description: 'URL of the file for the editor (WOPISrc).' }),
      editor_url: z
        .url()
        .nullable()
        .meta({ description: 'URL to post the form to; null if no editor opens such files.' }),
      read_only_reason: z.string().nullable().meta({
        description:
          'Why a person with write permission can only read: the file is too large to save. Otherwise null.',
      }),
    }),
    problems: { 409: 'The file has not been uploaded.' },
  },
  async ({ actor, params, query }) => {
    const { file: found, permission } = await readableFile(actor, params.id)
    const file = await requireUploaded(found)
    const isTooLarge = permission === 'write' && isTooLargeToEdit(file.size)
    const [token, editor_url] = await Promise.all([
      newWopiToken({ user_id: actor.id, file_id: file.id, permission }, query.ttl),
      editorAddress(file, isTooLarge ? 'read' : permission),
    ])
    const read_only_reason = isTooLarge ? readOnlyReason() : null
    return { ...token, wopi_src: wopiSrcOf(file.id), editor_url, read_only_reason }
  },
)
