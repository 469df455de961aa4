import type { FilePermission } from '../files/file/file.ts'
import { urlOf } from '../platform/http/link.ts'
import { environment } from '../platform/runtime/environment.ts'
import type { TokenScope } from '../platform/identity/token-scope.ts'
import { newId } from '../platform/runtime/id.ts'
import { jwtVerifier } from '../platform/identity/jwt.ts'
import { signedToken } from '../platform/identity/signed-token.ts'
import { epochSeconds } from '../platform/runtime/time.ts'

/** The audience of the editor's tokens: no other endpoint takes them, and the WOPI operations take no others. */
const audience = 'wopi'

/** What a token is for: one person on one file, with no more than the rights that they had when it was made. */
export interface WopiClaims {
  user_id: string
  file_id: string
  permission: FilePermission
  /** The person's `token_epoch` when it was made; it ends when that changes. Former ones do not have it. */
  epoch?: number | undefined
  /** The most that it may do if it was made by an access token of a program. */
  scope?: TokenScope | undefined
  /** The id of that access token, which ends this one too. */
  token_id?: string | undefined
}

/** Where the editor asks about a file. */
export const filePath = '/wopi/files/{id}'

/** Where the editor finds a file: its WOPISrc. */
export const wopiSrcOf = (file_id: string): string => urlOf(filePath, { id: file_id })

/** How long a token is good for unless it is said, in seconds: about a working day (WOPI, "access_token_ttl"). */
export const tokenSeconds = 36_000

/** A token for the editor, of less than 1 KB; `access_token_ttl` is when it expires, in milliseconds since 1970. */
export const newWopiToken = async (
  { user_id, file_id, permission, epoch, scope, token_id }: WopiClaims & { epoch: number },
  seconds = tokenSeconds,
) => {
  const expiresAt = epochSeconds() + seconds
  const access_token = await signedToken({
    secretId: environment.wopiSecretId,
    audience,
    subject: user_id,
    id: newId(),
    expiresAt,
    claims: { file: file_id, permission, epoch, scope, token_id },
  })
  return { access_token, access_token_ttl: expiresAt * 1000, expires_in: seconds }
}

const verify = jwtVerifier({ audience, keys: () => environment.wopiPublicKeys })

/** What a token says; undefined when it is missing, wrong, expired or for something else. */
export const readWopiToken = async (token: string | undefined): Promise<WopiClaims | undefined> => {
  const payload = token === undefined ? undefined : await verify(token)
  return (
    payload && {
      user_id: payload.sub,
      file_id: payload['file'] as string,
      permission: payload['permission'] as FilePermission,
      epoch: payload['epoch'] as number | undefined,
      scope: payload['scope'] as TokenScope | undefined,
      token_id: payload['token_id'] as string | undefined,
    }
  )
}
