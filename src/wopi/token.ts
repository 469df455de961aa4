import type { FilePermission } from '../files/file/file.ts'
import { endpointUrl } from '../platform/http/link.ts'
import { wopiEnvironment } from './environment.ts'
import type { TokenScope } from '../platform/identity/token-scope.ts'
import { newId } from '../platform/runtime/id.ts'
import { jwtVerifier } from '../platform/identity/jwt.ts'
import { signedToken } from '../platform/identity/signed-token.ts'
import { epochSeconds } from '../platform/runtime/time.ts'

/** Audience of the editor's tokens: no other endpoint accepts them, and the WOPI operations accept no others. */
const audience = 'wopi'

/**
 * Claims of a token: one person and one file, with at most the permission the person had when the token was created.
 */
export interface WopiClaims {
  user_id: string
  file_id: string
  permission: FilePermission
  /** The person's `token_epoch` at creation; the token ends when that changes. Absent in older tokens. */
  epoch?: number | undefined
  /** Maximum scope, if a program's access token created the token. */
  scope?: TokenScope | undefined
  /** ID of that access token; the editor's token ends with it. */
  token_id?: string | undefined
}

/** Path of a file for the editor. */
export const filePath = '/wopi/files/{id}'

/** Returns the URL of a file for the editor: its WOPISrc. */
export const toWopiSrc = (file_id: string): string => endpointUrl(filePath, { id: file_id })

/** Default lifetime of a token in seconds: about a working day (WOPI, "access_token_ttl"). */
export const tokenSeconds = 36_000

/** Creates a token for the editor, of less than 1 KB; `access_token_ttl` is its expiry in milliseconds since 1970. */
export const newWopiToken = async (
  { user_id, file_id, permission, epoch, scope, token_id }: WopiClaims & { epoch: number },
  seconds = tokenSeconds,
) => {
  const expiresAt = epochSeconds() + seconds
  const access_token = await signedToken({
    secretId: wopiEnvironment.secretId,
    audience,
    subject: user_id,
    id: newId(),
    expiresAt,
    claims: { file: file_id, permission, epoch, scope, token_id },
  })
  return { access_token, access_token_ttl: expiresAt * 1000, expires_in: seconds }
}

const verify = jwtVerifier({ audience, keys: () => wopiEnvironment.publicKeys })

/** Returns the claims of a token; undefined if it is missing, invalid, expired or for another audience. */
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
