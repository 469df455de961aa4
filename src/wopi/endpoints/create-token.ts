import * as z from '../../platform/schema/schema.ts'
import { readableFile } from '../../files/sight.ts'
import { arrived } from '../../files/upload.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { queryInteger } from '../../platform/schema/fields.ts'
import { editorAddress } from '../editor-address.ts'
import { isTooLargeToEdit, readOnlyReason } from '../limits.ts'
import { newWopiToken, usualSeconds, wopiSrcOf } from '../token.ts'

export const createToken = endpoint(
  {
    method: 'POST',
    path: '/wopi/files/{id}/token',
    summary: 'Get a token with which an editor can open a file',
    description:
      'It opens this one file for this one person with the rights that they have, outlives logout, and ends with its ' +
      'time, the grant, the file or the account.',
    profile: 'wopi',
    query: z.strictObject({
      ttl: queryInteger(60, 86_400)
        .default(usualSeconds)
        .meta({ description: 'How long it is good, in seconds.' }),
    }),
    response: z.object({
      access_token: z.string().meta({ description: 'Goes to the editor with a POST of a form.' }),
      access_token_ttl: z
        .int()
        .meta({ description: 'When it expires, in milliseconds since 1970, as WOPI has it.' }),
      expires_in: z.int().meta({ description: 'In how many seconds it expires.' }),
      wopi_src: z.url().meta({ description: 'The address of the file for the editor (WOPISrc).' }),
      editor_url: z
        .url()
        .nullable()
        .meta({ description: 'Where to post the form to; null when no editor opens such files.' }),
      read_only_reason: z.string().nullable().meta({
        description:
          'For people who may write but only get to read, since the file is too large to be saved; else null.',
      }),
    }),
    problems: { 409: 'The bytes of the file have not arrived.' },
  },
  async ({ actor, params, query }) => {
    const { file: found, permission } = await readableFile(actor, params.id)
    const file = await arrived(found)
    const isTooLarge = permission === 'write' && isTooLargeToEdit(file.size)
    const [token, editor_url] = await Promise.all([
      newWopiToken({ user_id: actor.id, file_id: file.id, permission }, query.ttl),
      editorAddress(file, isTooLarge ? 'read' : permission),
    ])
    const read_only_reason = isTooLarge ? readOnlyReason() : null
    return { ...token, wopi_src: wopiSrcOf(file.id), editor_url, read_only_reason }
  },
)
