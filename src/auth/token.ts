import { importJWK, SignJWT, type JWK } from 'jose'
import * as z from 'zod'
import { tokenAlgorithm, tokenAudience } from '../platform/actor.ts'
import { environment } from '../platform/environment.ts'
import { newId } from '../platform/id.ts'
import { secret } from '../platform/secret.ts'
import { epochSeconds } from '../platform/time.ts'
import { sessions } from './session.ts'

/** What login and refresh answer (RFC 6749 section 5.1). */
export const Token = z
  .object({
    access_token: z.string().meta({ description: 'Goes into the header `Authorization: Bearer …`.' }),
    token_type: z.literal('bearer').meta({ description: 'Always `bearer`.' }),
    expires_in: z.int().meta({ description: 'Seconds until the token expires.', examples: [43_200] }),
  })
  .meta({ id: 'Token', description: 'An access token.' })

/** The secret: the private key that signs now. Its public half, and those of keys before it, all functions know. */
const sessionKey = async () => {
  const { private: key } = JSON.parse(await secret(environment.sessionSecretId)) as { private: JWK }
  return { kid: key.kid as string, key: await importJWK(key, tokenAlgorithm) }
}

/** A new session of this person, to be stored, and the token that is good as long as it is there. */
export const beginSession = async ({
  id,
  name,
  role,
  epoch,
}: {
  id: string
  name: string
  role: string
  epoch: number
}) => {
  const seconds = environment.sessionSeconds
  const { kid, key } = await sessionKey()
  const session = sessions.make({ id: newId(), user_id: id, epoch, expires_at: epochSeconds() + seconds })
  const access_token = await new SignJWT({ name, role })
    .setProtectedHeader({ alg: tokenAlgorithm, kid, typ: 'JWT' })
    .setIssuer(environment.publicUrl)
    .setAudience(tokenAudience)
    .setSubject(id)
    .setJti(session.id)
    .setIssuedAt()
    .setExpirationTime(session.expires_at)
    .sign(key)
  return { session, token: { access_token, token_type: 'bearer' as const, expires_in: seconds } }
}
