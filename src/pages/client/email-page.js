import { alertLine, brand, run, element, link, show } from './elements.js'
import { clearSession, send, base } from './session.js'
import { text } from './texts.js'

const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

// keeps the secret out of the browser history
history.replaceState(null, '', location.pathname)

const title = text('email.title')

const showCard = (...content) =>
  show(title, element('section', { className: 'card' }, brand('p'), element('h1', {}, title), ...content))

const restore = async () => {
  await send('POST', '/auth/email-restoration', { body: { token } })
  clearSession()
  const next = link(`${base}/account/reset`, text('email.choose'))
  showCard(element('p', {}, text('email.restored')), element('p', {}, next))
}

const alert = alertLine()
const onclick = () => void run(control, alert, restore)
const control = element('button', { type: 'button', onclick }, text('email.submit'))
const lead = element('p', { className: 'quiet' }, text('email.lead'))
showCard(lead, alert, element('div', { className: 'sign-in' }, control))
