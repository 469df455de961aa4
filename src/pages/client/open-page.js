import { element, show } from './elements.js'
import { end, forget, kept, Refused, send } from './session.js'
import { showSignIn } from './sign-in-form.js'
import { texts } from './texts.js'

const words = texts.open
const file = location.pathname.split('/').at(-2)
const action = new URLSearchParams(location.search).get('action') === 'view' ? 'view' : 'edit'

/** Follows a link to the editor, which leads nowhere but to this host. A session for this alone ends. */
const open = async ({ token, once }) => {
  if (once) forget()
  try {
    const { url } = await send('POST', `/files/${file}/edit-link?action=${action}`, { token, body: {} })
    if (new URL(url).origin !== location.origin)
      throw Object.assign(new Error(), { sentence: words.elsewhere })
    location.replace(url)
  } finally {
    if (once) await end(token).catch(() => {})
  }
}

const signIn = (error) => {
  const next = location.pathname + location.search
  const done = (session) => open({ ...session, once: true })
  return showSignIn({ ...words, error, purpose: { next, once: true }, done })
}

const session = kept()
if (session) {
  show(words.title, element('section', { className: 'card' }, element('h1', {}, words.title)))
  await open(session).catch((error) => {
    if (error instanceof Refused && error.status === 401) forget()
    return signIn(error)
  })
} else await signIn()
