import {
  alertLine,
  brand,
  button,
  run,
  element,
  field,
  link,
  errorText,
  show,
  statusLine,
} from './elements.js'
import { send, toSession, base } from './session.js'
import { startSignIn, reasonText } from './single-sign-on.js'
import { text } from './texts.js'

const passwordForm = ({ submit, done }, alert) => {
  const email = element('input', { type: 'email', name: 'email', autocomplete: 'username', required: true })
  const password = element('input', {
    type: 'password',
    name: 'password',
    autocomplete: 'current-password',
    required: true,
  })
  const control = element('button', {}, submit)
  const signIn = async () => {
    const body = { email: email.value, password: password.value }
    await done(toSession(await send('POST', '/auth/login', { body })))
  }
  const onsubmit = (event) => {
    event.preventDefault()
    void run(control, alert, signIn)
  }
  // POST, so that a form sent without this script does not put the password into the URL
  const properties = { method: 'post', onsubmit }
  return element(
    'form',
    properties,
    field(text('signIn.email'), email),
    field(text('signIn.password'), password),
    control,
  )
}

/** Returns a button for each demo person; only a service on a developer's machine has demo people. */
const demoButtons = ({ done }, alert) => {
  const { people, password } = JSON.parse(document.body.dataset.demo ?? '{}')
  if (!people) return []
  const signIn = async (email) =>
    done(toSession(await send('POST', '/auth/login', { body: { email, password } })))
  const buttons = people.map(({ email, name }) =>
    button(name, ({ target }) => run(target, alert, () => signIn(email)), { title: email }),
  )
  const lead = element('p', { className: 'quiet' }, text('signIn.demo', { password }))
  return [element('div', { className: 'demo' }, lead, ...buttons)]
}

const signInMethods = ({ password, oidc, mail }, about, alert) => {
  const form = passwordForm(about, alert)
  if (mail) form.append(element('p', {}, link(`${base}/account/reset`, text('signIn.forgotten'))))
  const buttons = oidc.map(({ name, start_url }) =>
    button(text('signIn.provider', { name }), ({ target }) =>
      run(target, alert, () => startSignIn(start_url, about.purpose)),
    ),
  )
  if (buttons.length === 0) return [form]
  const forAdministrators = () =>
    element('details', {}, element('summary', {}, text('signIn.administrators')), form)
  return password
    ? [form, element('p', { className: 'or' }, text('signIn.or')), ...buttons]
    : [...buttons, forAdministrators()]
}

const showReason = (reason, error, status, alert) => {
  const sentence = reasonText(reason) ?? ''
  if (error) alert.textContent = errorText(error)
  else if (['signed_out', 'chosen'].includes(reason)) status.textContent = sentence
  else alert.textContent = sentence
}

/**
 * Shows the sign-in form. `done` receives the session after a sign-in by password. `purpose` tells single sign-on how
 * to continue: `next` is a path, and `once` is true if the session is for that page alone.
 */
export const showSignIn = async ({ error, ...about }) => {
  const [status, alert] = [statusLine(), alertLine()]
  const box = element('div', { className: 'sign-in' }, text('loading'))
  const lead = about.lead && element('p', { className: 'quiet' }, about.lead)
  const title = element('h1', {}, about.title)
  show(about.title, element('section', { className: 'card' }, brand('p'), title, lead, status, alert, box))
  showReason(location.hash.slice(1), error, status, alert)
  try {
    const methods = await send('GET', '/auth/methods')
    box.replaceChildren(...signInMethods(methods, about, alert), ...demoButtons(about, alert))
    box.querySelector('input, button').focus()
  } catch (failure) {
    alert.textContent = errorText(failure)
    box.replaceChildren(button(text('again'), () => location.reload()))
  }
}
