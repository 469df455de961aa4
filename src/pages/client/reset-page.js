import { alertLine, brand, run, element, field, link, show, statusLine } from './elements.js'
import { clearSession, send, base } from './session.js'
import { text } from './texts.js'

const token = new URLSearchParams(location.hash.slice(1)).get('token')
const isInvitation = location.pathname.endsWith('/invitation')

// keeps the one-time token out of the browser history
history.replaceState(null, '', location.pathname)

/** Shows a form with one input; `below` are elements under the button, and `work` runs on submit. */
const showForm = (key, label, properties, below, work) => {
  const [alert, status] = [alertLine(), statusLine()]
  const input = element('input', { ...properties, required: true })
  const control = element('button', {}, text(`${key}.submit`) ?? text('reset.submit'))
  const onsubmit = (event) => {
    event.preventDefault()
    void run(control, alert, () => work(input, status))
  }
  const form = element('form', { method: 'post', onsubmit }, field(label, input), control, ...below)
  const lead = [token ? text('reset.rules') : '', text(`${key}.lead`) ?? ''].join(' ')
  const about = element('p', { className: 'quiet' }, lead)
  const ways = element('div', { className: 'sign-in' }, form)
  const title = text(`${key}.title`)
  const heading = element('h1', {}, title)
  show(title, element('section', { className: 'card' }, brand('p'), heading, about, status, alert, ways))
  input.focus()
}

const ask = () =>
  showForm(
    'reset.ask',
    text('signIn.email'),
    { type: 'email', name: 'email', autocomplete: 'username' },
    [],
    async (email, status) => {
      status.textContent = ''
      await send('POST', '/auth/password-reset', { body: { email: email.value } })
      status.textContent = text('reset.ask.sent')
    },
  )

/** Translated texts for errors that the service explains in English only. */
const keys = {
  'request.invalid': 'reset.weak',
  ...(isInvitation && { 'auth.reset_token_invalid': 'reset.invitation.over' }),
}

const translate = (error) => {
  error.sentence = text(keys[error.code]) ?? error.sentence
  throw error
}

const choose = () =>
  showForm(
    isInvitation ? 'reset.invitation' : 'reset.choose',
    text(isInvitation ? 'signIn.password' : 'reset.choose.password'),
    { type: 'password', name: 'password', autocomplete: 'new-password', minLength: 12, maxLength: 128 },
    isInvitation ? [] : [element('p', {}, link(`${base}/account/reset`, text('reset.choose.again')))],
    async (password) => {
      const body = { token, password: password.value }
      await send('POST', '/auth/password-reset/confirm', { body }).catch(translate)
      clearSession()
      location.replace(`${base}/account/sign-in#chosen`)
    },
  )

if (token) choose()
else ask()
