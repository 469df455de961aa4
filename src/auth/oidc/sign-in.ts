import { hashSecret, newSecret } from '../../platform/runtime/secret.ts'
import { log } from '../../platform/runtime/log.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import { transact } from '../../platform/table/table.ts'
import { identities } from '../../users/identity.ts'
import { noteFailure } from '../../users/sign-in-failure.ts'
import { resolveAccount, withRole } from './account.ts'
import { toClaimed } from './claims.ts'
import { isMisconfigured } from './discovery.ts'
import { codeSeconds, hasEnded, pendingSignIns, signInCodes, signInUnknown } from './pending-sign-in.ts'
import { leadsBackTo, oidcProviders, type OidcProvider } from './provider.ts'
import { clientRefusal, exchange, isUnavailable, rejectionReason } from './relying-party.ts'

/** Maximum length of a stored ID token: a longer one would make each read of its session more expensive. */
const maxIdTokenCharacters = 3_000

/** Returns the pending sign-in of a `state`, which cannot be used again; throws 422 if it is unknown or has ended. */
const takePending = async (state: string) => {
  const [pending, providers] = await Promise.all([
    pendingSignIns.find({ id: hashSecret(state) }),
    oidcProviders(),
  ])
  const provider = providers.find(({ name }) => name === pending?.provider)
  if (!pending || hasEnded(pending) || !provider || !leadsBackTo(provider, pending.redirect_uri))
    throw signInUnknown()
  await transact([pendingSignIns.toRemove(pending, signInUnknown())])
  return { pending, provider }
}

type Taken = Awaited<ReturnType<typeof takePending>>

/** Returns the provider's claims about the person, or an error code. */
const fetchClaims = async (state: string, query: URLSearchParams, { pending, provider }: Taken) => {
  const asked_at = Date.now()
  try {
    return { asked_at, ...(await exchange(provider, query, { ...pending, state })) }
  } catch (error) {
    if (isUnavailable(error)) return 'temporarily_unavailable'
    if (isMisconfigured(error)) return 'server_error'
    const about = { provider: provider.name, reason: rejectionReason(error), refusal: clientRefusal(error) }
    log.warn('single sign-on was refused', about)
    await noteFailure(null, provider.name)
    return 'access_denied'
  }
}

type Exchanged = Exclude<Awaited<ReturnType<typeof fetchClaims>>, string>

/** Returns a one-time code for the person's token, or the reason why they cannot sign in. */
const codeFor = async (
  provider: OidcProvider,
  { claims, id_token, asked_at }: Exchanged,
  code_challenge: string,
) => {
  const person = toClaimed(provider, claims)
  const account = await resolveAccount(person, provider)
  if (typeof account === 'string') {
    await noteFailure((await identities.find(person))?.user_id ?? null, provider.name)
    return { error: account }
  }
  const user = await withRole(account, person.role)
  const code = newSecret()
  const id = hashSecret(code)
  const fields = {
    id,
    user_id: user.id,
    code_challenge,
    oidc: {
      provider: provider.name,
      issuer: person.issuer,
      subject: person.subject,
      sid: typeof claims['sid'] === 'string' ? claims['sid'] : null,
      asked_at,
      id_token: id_token.length > maxIdTokenCharacters ? null : id_token,
      code: id,
    },
    expires_at: epochSeconds() + codeSeconds,
  }
  await signInCodes.create(signInCodes.make(fields))
  return { code }
}

/**
 * Returns the address of the client to which a person returns after signing in at the provider; throws 422 for an
 * unknown `state`.
 */
export const finishSignIn = async (state: string, query: URLSearchParams): Promise<string> => {
  const taken = await takePending(state)
  const { redirect_uri, client_state, code_challenge } = taken.pending
  const answer = await fetchClaims(state, query, taken)
  const outcome =
    typeof answer === 'string' ? { error: answer } : await codeFor(taken.provider, answer, code_challenge)
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries({ ...outcome, state: client_state }))
    url.searchParams.set(name, value)
  return url.href
}
