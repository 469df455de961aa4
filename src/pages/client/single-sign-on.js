import { signedInUrl } from './session.js'
import { text } from './texts.js'

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const secret = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

const challengeOf = async (verifier) =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/**
 * Starts the sign-in at a provider. Only this tab can finish it, because it stores the verifier (RFC 7636) and `state`.
 */
export const begin = async (start_url, purpose) => {
  const [state, code_verifier] = [secret(), secret()]
  const from = location.pathname + location.search
  sessionStorage.setItem('sign-in', JSON.stringify({ ...purpose, from, state, code_verifier }))
  const to = new URL(start_url)
  const parameters = { redirect_uri: signedInUrl, state, code_challenge: await challengeOf(code_verifier) }
  for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value)
  location.assign(to)
}

/** Returns the reason why a sign-in failed, by the fragment of the URL. */
export const reasonOf = (reason) => text(`reasons.${reason}`)

/** Removes and returns the sign-in that this tab started; undefined if `state` does not match. */
export const takeBegun = (state) => {
  const begun = JSON.parse(sessionStorage.getItem('sign-in') ?? 'null')
  sessionStorage.removeItem('sign-in')
  return begun?.state === state ? begun : undefined
}
