import { docs } from '#docs'
import { answeredText, answeredCount } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import type { FilePermission, StoredFile } from '../../files/file/file.ts'
import { tokenClaims, type Actor } from '../../platform/identity/actor.ts'
import { editorAddress } from './editor-address.ts'
import { isTooLargeToEdit, readOnlyReason } from '../limits.ts'
import { newWopiToken, toWopiSrc } from '../token.ts'

/** Data with which a client opens a file in an editor. */
export const EditorToken = z.described(
  { id: 'WopiToken' },
  {
    access_token: answeredText(4_096).meta(docs('Sent to the editor in a form POST.')),
    access_token_ttl: answeredCount.meta(docs('Time of expiry in milliseconds since 1970, as in WOPI.')),
    expires_in: answeredCount.meta(docs('Lifetime in seconds.')),
    wopi_src: z.url().meta(docs('URL of the file for the editor (WOPISrc).')),
    editor_url: z.url().nullable().meta(docs('URL to post the form to; null if no editor opens such files.')),
    read_only_reason: answeredText(500)
      .nullable()
      .meta(
        docs(
          'Reason for opening a file read-only despite write permission: the file is too large to save. ' +
            'Otherwise null.',
        ),
      ),
  },
)

/** Creates a token for a file that the caller may read or write, valid for `seconds`. */
export const makeEditorToken = async (
  { id: user_id, ...caller }: Actor,
  { file, permission, epoch }: { file: StoredFile; permission: FilePermission; epoch: number },
  seconds: number,
): Promise<z.output<typeof EditorToken>> => {
  const isTooLarge = permission === 'write' && isTooLargeToEdit(file.size)
  const [token, editor_url] = await Promise.all([
    newWopiToken({ ...tokenClaims(caller), user_id, file_id: file.id, permission, epoch }, seconds),
    editorAddress(file, isTooLarge ? 'read' : permission),
  ])
  const read_only_reason = isTooLarge ? readOnlyReason() : null
  return { ...token, wopi_src: toWopiSrc(file.id), editor_url, read_only_reason }
}
