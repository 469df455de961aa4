import type { sessions } from '../../platform/identity/session.ts'
import { idTime } from '../../platform/runtime/id.ts'
import * as z from '../../platform/schema/schema.ts'
import type { ThingOf } from '../../platform/table/entity.ts'

export const SignInMethod = z.enum(['password', 'oidc'])

/** The session at a single sign-on provider with which a session began. */
export const ProviderSession = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Null if the provider does not send one. */
  sid: z.string().nullable(),
  /**
   * Token by which the provider identifies the person to sign out; null if it is too long to be read with each request.
   */
  id_token: z.string().nullable(),
  /** ID of the one-time code that was exchanged for the session. */
  code: z.orNull(z.string()),
  /**
   * Time at which the provider was asked to identify the person, in milliseconds since 1970; earlier logouts concern
   * other sessions.
   */
  asked_at: z.int().default(0),
})
export type ProviderSession = z.output<typeof ProviderSession>

/** The sign-in that a session began with, as the session stores it. */
const Beginning = z.object({
  via: SignInMethod.default('password'),
  user_agent: z.orNull(z.string()),
  address: z.orNull(z.string()),
  /** Time of the sign-in, before any refresh. */
  created_at: z.string().optional(),
  oidc: ProviderSession.optional(),
})

/** Method, client and address of a sign-in; also its time if the session continues another one. */
export type Beginning = z.output<typeof Beginning>

/** Returns the circumstances of a sign-in. */
export const toSignIn = ({ id, beginning }: Pick<ThingOf<typeof sessions>, 'id' | 'beginning'>) => {
  const { created_at = new Date(idTime(id)).toISOString(), ...client } = Beginning.parse(beginning ?? {})
  return { ...client, created_at }
}

/** Returns true if the session began with a sign-in rather than a refresh. */
export const isSignIn = ({ beginning }: Pick<ThingOf<typeof sessions>, 'beginning'>): boolean =>
  beginning !== undefined && Beginning.parse(beginning).created_at === undefined
