import { challenge, problem } from '../../platform/runtime/problem.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { ProviderSession } from '../session/sign-in.ts'

/** Time limit for the sign-in at the provider, and for exchanging the code for a token, in seconds. */
export const [pendingSeconds, codeSeconds] = [600, 60]

/** Time for which an expired code is kept to detect its reuse, in seconds. */
const replaySeconds = 3_600

/** A started sign-in, by the hash of this service's `state`. */
export const pendingSignIns = entity({
  name: 'auth.pending_sign_in',
  isInternal: true,
  schema: z.object({
    id: z.string(),
    provider: z.string(),
    nonce: z.string(),
    /** This service's verifier, which the provider checks. */
    code_verifier: z.string(),
    redirect_uri: z.string(),
    /** The client's own `state`. */
    client_state: z.string(),
    code_challenge: z.string(),
    expires_at: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `oidc-state#${id}`, sk: 'state' }),
  expires: ({ expires_at }) => expires_at,
})

/** A completed sign-in whose token a client may fetch, by the hash of its one-time code. */
export const signInCodes = entity({
  name: 'auth.sign_in_code',
  isInternal: true,
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    code_challenge: z.string(),
    oidc: ProviderSession,
    expires_at: z.int(),
    is_used: z.boolean().default(false),
    version: z.int().default(1),
  }),
  key: ({ id }: { id: string }) => ({ pk: `oidc-code#${id}`, sk: 'code' }),
  expires: ({ expires_at }) => expires_at + replaySeconds,
})

export const signInUnknown = problem(
  'auth.sign_in_unknown',
  422,
  'The "state" is unknown, used or expired; start the sign-in again.',
)

export const codeInvalid = problem('auth.code_invalid', 401, {
  wording: { detail: 'The code is invalid, used or expired; start the sign-in again.', headers: challenge() },
})

export const hasEnded = ({ expires_at }: { expires_at: number }): boolean => expires_at <= epochSeconds()
