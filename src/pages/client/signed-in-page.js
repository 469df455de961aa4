import { element, show } from './elements.js'
import { keep, Refused, send, sessionOf, site } from './session.js'
import { reasonOf, takeBegun } from './single-sign-on.js'
import { text } from './texts.js'

const { code, error, state } = Object.fromEntries(new URLSearchParams(location.search))

// keeps the one-time code out of the browser history
history.replaceState(null, '', location.pathname)
const title = text('signedIn.title')
show(title, element('section', { className: 'card' }, element('h1', {}, title)))

/** Returns the URL to continue at. */
const outcome = async () => {
  const begun = takeBegun(state)
  if (!begun) return `${site}/account/sign-in#unknown`
  const { code_verifier, from, next, once } = begun
  if (error) return `${from}#${reasonOf(error) ? error : 'failed'}`
  try {
    keep(sessionOf(await send('POST', '/auth/oidc/token', { body: { code, code_verifier } }), { once }))
    return next
  } catch (failure) {
    return `${from}#${failure instanceof Refused ? 'failed' : 'temporarily_unavailable'}`
  }
}

location.replace(await outcome())
