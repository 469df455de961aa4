import { HttpReply } from '../../platform/http/answer/http-reply.ts'
import { pageHeaders, pageHtml, plainStyle, type HtmlPage } from '../../platform/http/answer/html-page.ts'

/**
 * Signs in, gets an edit link for the file of this address, signs out again and follows the link: the session is used
 * for nothing else, no address ever holds it, and the link leads nowhere but to this host.
 */
const script = `
const form = document.forms[0]
const alert = document.querySelector('[role=alert]')
class Refused extends Error {}
const ask = async (path, token, body) => {
  const answer = await fetch(new URL('../../api/v1/' + path, location.href), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) },
    body: JSON.stringify(body ?? {}),
  })
  // what stands between may answer with a page of its own
  const said = await answer.json().catch(() => undefined)
  if (typeof said?.detail === 'string') throw new Refused(said.detail)
  if (!answer.ok) throw new Error()
  return said
}
const open = async () => {
  const { email, password } = Object.fromEntries(new FormData(form))
  const { access_token } = await ask('auth/login', undefined, { email, password })
  try {
    const action = new URLSearchParams(location.search).get('action') === 'view' ? 'view' : 'edit'
    const file = location.pathname.split('/').at(-2)
    const { url } = await ask('files/' + file + '/edit-link?action=' + action, access_token)
    if (new URL(url).origin !== location.origin)
      throw new Refused('Please open this page at the public address of the service.')
    return url
  } finally {
    await ask('auth/logout', access_token).catch(() => {})
  }
}
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  alert.textContent = ''
  try {
    location.replace(await open())
  } catch (error) {
    alert.textContent = error instanceof Refused ? error.message : 'Something went wrong. Please try again.'
    button.disabled = false
  }
})
`

const page: HtmlPage = {
  title: 'Open a document',
  style:
    `${plainStyle}body{max-width:22em}` +
    `label{display:block;margin:1em 0}input{display:block;box-sizing:border-box;width:100%}` +
    `input,button{font:inherit;padding:.5em}[role=alert]{color:light-dark(#a40000,#ff9d94)}`,
  body: `<main>
<h1>Open a document</h1>
<p>Please sign in to open the document.</p>
<form method="post">
<label>Email <input name="email" type="email" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Open</button>
</form>
<p role="alert"></p>
<noscript><p>This page needs JavaScript.</p></noscript>
</main>`,
  script,
}

/** The page at the lasting address of a file. It is the same for every file, so it tells nothing of any. */
export const signInPage = (): HttpReply<string> =>
  new HttpReply(pageHtml(page), { headers: pageHeaders(page, [`connect-src 'self'`, `form-action 'none'`]) })
