import { randomUUID } from 'node:crypto'
import {
  begin,
  callbackUrl,
  comeBack,
  configureProviders,
  redirectUri,
  signInAt,
  visit,
} from '../support/given-sign-in.ts'
import { clientId } from '../support/oidc-client.ts'
import { startOidcProvider } from '../support/oidc-provider.ts'
import { signedIn } from '../support/people.ts'
import { kept } from './kept.ts'
import type { Scenario } from './scenarios.ts'

/** Starts a provider, for the lifetime of this process, at which a person has signed in. */
const givenProvider = kept(async () => {
  const provider = await startOidcProvider(callbackUrl())
  const [sub, { id, email }] = [randomUUID(), await signedIn()]
  provider.people.set(sub, { email, email_verified: true, name: 'Grace Hopper' })
  provider.signInAs(sub)
  await configureProviders({ issuer: provider.issuer })
  await signInAt('company')
  return { ...provider, sub, id }
})

export const singleSignOnScenarios: Scenario[] = [
  {
    endpoint: 'auth-start-single-sign-on',
    trips: 1,
    beside: 'the provider',
    given: async () => {
      await givenProvider()
      const query = {
        provider: 'company',
        redirect_uri: redirectUri,
        state: 'any',
        code_challenge: 'x'.repeat(43),
      }
      return () => ({ query })
    },
  },
  {
    endpoint: 'auth-finish-single-sign-on',
    trips: 2,
    exception: { trips: 5, because: 'the state is taken first; the identity says whose account it is' },
    isOnce: true,
    beside: 'the provider',
    given: async () => {
      await givenProvider()
      return async () => ({ query: await visit((await begin('company')).url) })
    },
  },
  {
    endpoint: 'auth-create-oidc-token',
    trips: 2,
    exception: { trips: 3, because: 'the code says whose it is' },
    isOnce: true,
    given: async () => {
      await givenProvider()
      return async () => {
        const { code, verifier: code_verifier } = await comeBack('company')
        return { body: { code, code_verifier } }
      }
    },
  },
  {
    endpoint: 'auth-logout-at-provider',
    trips: 2,
    isOnce: true,
    beside: 'the provider',
    given: async () => {
      await givenProvider()
      return async () => ({ as: await signInAt('company') })
    },
  },
  {
    endpoint: 'auth-end-provider-session',
    trips: 2,
    exception: {
      trips: 5,
      because: 'no session begins before its sessions are read, and the token is noted last',
    },
    isOnce: true,
    beside: 'the provider',
    given: async () => {
      const { sub, issuer, sign } = await givenProvider()
      return async () => {
        await signInAt('company')
        const iat = Math.floor(Date.now() / 1_000)
        const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
        const logout_token = await sign({
          iss: issuer,
          aud: clientId,
          iat,
          exp: iat + 60,
          jti: randomUUID(),
          events,
          sub,
        })
        return { body: { logout_token } }
      }
    },
  },
  {
    endpoint: 'auth-delete-identity',
    trips: 2,
    exception: { trips: 4, because: 'no session begins before its sessions are read' },
    isOnce: true,
    given: async () => {
      const [{ id }, as] = [await givenProvider(), await signedIn({ role: 'admin' })]
      return async () => {
        await signInAt('company')
        return { as, params: { id } }
      }
    },
  },
]
