import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { FilePermission } from '../../files/file/file.ts'
import { tokenClaims, type Actor } from '../../platform/identity/actor.ts'
import { tokenScopes } from '../../platform/identity/token-scope.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { endpointUrl } from '../../platform/http/link.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { hashSecret, newSecret } from '../../platform/runtime/secret.ts'
import { transact } from '../../platform/table/table.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'

/** Lifetime of an edit link, in seconds. */
const editLinkSeconds = 60

/** Path of the page behind an edit link. */
export const editorPath = '/files/{id}/editor'

/** Links that open the editor once, for the person who requested them. Only a hash of the code is stored. */
const editLinks = entity({
  name: 'wopi.edit_link',
  schema: z.object({
    hash: z.string(),
    file_id: z.string(),
    user_id: z.string(),
    permission: FilePermission.default('write'),
    scope: z.enum(tokenScopes).optional(),
    token_id: z.string().optional(),
    expires_at: z.int(),
    version: z.int(),
  }),
  key: ({ hash }: { hash: string }) => ({ pk: `edit-link#${hash}`, sk: 'link' }),
  expires: ({ expires_at }) => expires_at,
})

type EditLink = ThingOf<typeof editLinks>

/** Query parameters of a link; parameters of the editor are passed on. */
export const editLinkQuery = z.looseObject({
  code: z.string().max(100).default('').meta(docs('Code from the link, valid once.')),
})

/** Creates a link that the caller may open once. */
export const makeEditLink = async (
  file_id: string,
  { id: user_id, ...caller }: Actor,
  permission: FilePermission,
): Promise<{ url: string; expires_at: string }> => {
  const code = newSecret()
  const expires_at = epochSeconds() + editLinkSeconds
  const link = { hash: hashSecret(code), file_id, user_id, permission, ...tokenClaims(caller), expires_at }
  await editLinks.create(editLinks.make(link))
  return {
    url: `${endpointUrl(editorPath, { id: file_id })}?code=${code}`,
    expires_at: new Date(Date.now() + editLinkSeconds * 1000).toISOString(),
  }
}

export const linkInvalid = problem(
  'wopi.link_invalid',
  404,
  'This link is invalid, has already been used or has expired; please request another one.',
)

/** Returns an edit link to a file; throws 404 if the link is wrong, for another file, already used or expired. */
export const findEditLink = async (code: string, file_id: string): Promise<EditLink> => {
  const link = await editLinks.find({ hash: hashSecret(code) })
  if (link?.file_id !== file_id || link.expires_at <= epochSeconds()) throw linkInvalid()
  return link
}

/** Marks a link as used, before the page is shown; throws 404 if another request was faster. */
export const useEditLink = (link: EditLink): Promise<void> =>
  transact([editLinks.toRemove(link, linkInvalid())])
