import { element, show } from './elements.js'
import { endSession, clearSession, getSession, Problem, send } from './session.js'
import { showSignIn } from './sign-in-form.js'
import { text } from './texts.js'

const title = text('open.title')
const file = location.pathname.split('/').at(-2)
const action = new URLSearchParams(location.search).get('action') === 'view' ? 'view' : 'edit'

/** Follows a link to the editor, which must be on this host. A session created only for this page is ended. */
const open = async ({ token, once }) => {
  if (once) clearSession()
  try {
    const { url } = await send('POST', `/files/${file}/edit-link?action=${action}`, { token, body: {} })
    if (new URL(url).origin !== location.origin)
      throw Object.assign(new Error(), { sentence: text('open.elsewhere') })
    location.replace(url)
  } finally {
    if (once) await endSession(token).catch(() => {})
  }
}

const signIn = (error) => {
  const next = location.pathname + location.search
  const done = (session) => open({ ...session, once: true })
  const [lead, submit] = [text('open.lead'), text('open.submit')]
  return showSignIn({ title, lead, submit, error, purpose: { next, once: true }, done })
}

const session = getSession()
if (session) {
  show(title, element('section', { className: 'card' }, element('h1', {}, title)))
  await open(session).catch((error) => {
    if (error instanceof Problem && error.status === 401) clearSession()
    return signIn(error)
  })
} else await signIn()
