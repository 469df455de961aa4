import { element, show } from './elements.js'
import { saveSession, Problem, send, toSession, base } from './session.js'
import { reasonText, takeSignIn } from './single-sign-on.js'
import { text } from './texts.js'

const { code, error, state } = Object.fromEntries(new URLSearchParams(location.search))

// keeps the one-time code out of the browser history
history.replaceState(null, '', location.pathname)
const title = text('signedIn.title')
show(title, element('section', { className: 'card' }, element('h1', {}, title)))

const continueUrl = async () => {
  const pending = takeSignIn(state)
  if (!pending) return `${base}/account/sign-in#unknown`
  const { code_verifier, from, next, once } = pending
  if (error) return `${from}#${reasonText(error) ? error : 'failed'}`
  try {
    saveSession(
      toSession(await send('POST', '/auth/oidc/token', { body: { code, code_verifier } }), { once }),
    )
    return next
  } catch (failure) {
    return `${from}#${failure instanceof Problem ? 'failed' : 'temporarily_unavailable'}`
  }
}

location.replace(await continueUrl())
