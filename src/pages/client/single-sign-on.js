import { signedInUrl } from './session.js'
import { text } from './texts.js'

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const newSecret = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

const codeChallenge = async (verifier) =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/**
 * Starts the sign-in at a provider. Only this tab can finish it, because it stores the verifier (RFC 7636) and `state`.
 */
export const startSignIn = async (start_url, purpose) => {
  const [state, code_verifier] = [newSecret(), newSecret()]
  const from = location.pathname + location.search
  sessionStorage.setItem('sign-in', JSON.stringify({ ...purpose, from, state, code_verifier }))
  const to = new URL(start_url)
  const parameters = { redirect_uri: signedInUrl, state, code_challenge: await codeChallenge(code_verifier) }
  for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value)
  location.assign(to)
}

export const reasonText = (reason) => text(`reasons.${reason}`)

/** Removes and returns the sign-in that this tab started; undefined if `state` does not match. */
export const takeSignIn = (state) => {
  const pending = JSON.parse(sessionStorage.getItem('sign-in') ?? 'null')
  sessionStorage.removeItem('sign-in')
  return pending?.state === state ? pending : undefined
}
