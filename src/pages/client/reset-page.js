import { alertLine, brand, during, element, field, link, show, statusLine } from './elements.js'
import { forget, send, site } from './session.js'
import { texts } from './texts.js'

const words = texts.reset
const token = new URLSearchParams(location.hash.slice(1)).get('token')

// what is good once does not stay in the history
history.replaceState(null, '', location.pathname)

/** A form of one input, and what is done with it. */
const showForm = ({ title, lead, submit, again }, [label, properties], work) => {
  const [alert, status] = [alertLine(), statusLine()]
  const input = element('input', { ...properties, required: true })
  const control = element('button', {}, submit)
  const onsubmit = (event) => {
    event.preventDefault()
    void during(control, alert, () => work(input, status))
  }
  const form = element('form', { method: 'post', onsubmit }, field(label, input), control)
  const about = element('p', { className: 'quiet' }, lead)
  if (again) form.append(element('p', {}, link(`${site}/account/reset`, again)))
  const ways = element('div', { className: 'sign-in' }, form)
  const heading = element('h1', {}, title)
  show(title, element('section', { className: 'card' }, brand('p'), heading, about, status, alert, ways))
  input.focus()
}

const ask = () =>
  showForm(
    words.ask,
    [texts.signIn.email, { type: 'email', name: 'email', autocomplete: 'username' }],
    async (email, status) => {
      status.textContent = ''
      await send('POST', '/auth/password-reset', { body: { email: email.value } })
      status.textContent = words.ask.sent
    },
  )

const choose = () =>
  showForm(
    words.choose,
    [
      words.choose.password,
      { type: 'password', name: 'password', autocomplete: 'new-password', minLength: 12, maxLength: 128 },
    ],
    async (password) => {
      const body = { token, password: password.value }
      await send('POST', '/auth/password-reset/confirm', { body })
      forget()
      location.replace(`${site}/account/sign-in#chosen`)
    },
  )

if (token) choose()
else ask()
