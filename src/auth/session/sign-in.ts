import type { sessions } from '../../platform/identity/session.ts'
import { timeOf } from '../../platform/runtime/id.ts'
import * as z from '../../platform/schema/schema.ts'
import type { ThingOf } from '../../platform/table/entity.ts'

/** By what people sign in. */
export const SignInMethod = z.enum(['password', 'oidc'])

/** The session at a provider of single sign-on that one here began by. */
export const ProviderSession = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Null where the provider does not say it. */
  sid: z.string().nullable(),
  /** By which the provider knows whom to sign out; null where it is too long to be read with each request. */
  id_token: z.string().nullable(),
  /** Id of the one-time code that was exchanged for the session here. */
  code: z.orNull(z.string()),
  /** When the provider was asked who the person is, in milliseconds since 1970: a logout before then is of another. */
  asked_at: z.int().default(0),
})
export type ProviderSession = z.output<typeof ProviderSession>

/** The sign-in that a session began with, as the session stores it. */
const Beginning = z.object({
  via: SignInMethod,
  user_agent: z.orNull(z.string()),
  address: z.orNull(z.string()),
  /** When the person signed in, before any refresh. */
  created_at: z.string().optional(),
  oidc: ProviderSession.optional(),
})

/** By what a session begins, with what client and from where; when, if somebody has signed in before. */
export type Beginning = z.output<typeof Beginning>

/** How a session began. */
export const signInOf = ({ id, beginning }: Pick<ThingOf<typeof sessions>, 'id' | 'beginning'>) => {
  const { created_at = new Date(timeOf(id)).toISOString(), ...client } = Beginning.parse(beginning ?? {})
  return { ...client, created_at }
}

/** Whether somebody has signed in by it, rather than refreshed another one. */
export const isSignIn = ({ beginning }: Pick<ThingOf<typeof sessions>, 'beginning'>): boolean =>
  beginning !== undefined && Beginning.parse(beginning).created_at === undefined
