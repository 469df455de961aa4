import {
  alertLine,
  brand,
  button,
  during,
  element,
  field,
  link,
  sentenceOf,
  show,
  statusLine,
} from './elements.js'
import { send, sessionOf, site } from './session.js'
import { begin, reasonOf } from './single-sign-on.js'
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
    await done(sessionOf(await send('POST', '/auth/login', { body })))
  }
  const onsubmit = (event) => {
    event.preventDefault()
    void during(control, alert, signIn)
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
const demoOf = ({ done }, alert) => {
  const { people, password } = JSON.parse(document.body.dataset.demo ?? '{}')
  if (!people) return []
  const signIn = async (email) =>
    done(sessionOf(await send('POST', '/auth/login', { body: { email, password } })))
  const buttons = people.map(({ email, name }) =>
    button(name, ({ target }) => during(target, alert, () => signIn(email)), { title: email }),
  )
  const lead = element('p', { className: 'quiet' }, text('signIn.demo', { password }))
  return [element('div', { className: 'demo' }, lead, ...buttons)]
}

/** Returns the ways to sign in, beginning with those open to everybody. */
const waysOf = ({ password, oidc, mail }, about, alert) => {
  const form = passwordForm(about, alert)
  if (mail) form.append(element('p', {}, link(`${site}/account/reset`, text('signIn.forgotten'))))
  const buttons = oidc.map(({ name, start_url }) =>
    button(text('signIn.provider', { name }), ({ target }) =>
      during(target, alert, () => begin(start_url, about.purpose)),
    ),
  )
  if (buttons.length === 0) return [form]
  const forAdministrators = () =>
    element('details', {}, element('summary', {}, text('signIn.administrators')), form)
  return password
    ? [form, element('p', { className: 'or' }, text('signIn.or')), ...buttons]
    : [...buttons, forAdministrators()]
}

/** Shows the reason for the sign-in, from the fragment of the URL, or an error. */
const say = (reason, error, status, alert) => {
  const words = reasonOf(reason) ?? ''
  if (error) alert.textContent = sentenceOf(error)
  else if (['signed_out', 'chosen'].includes(reason)) status.textContent = words
  else alert.textContent = words
}

/**
 * Shows the sign-in form. `done` receives the session after a sign-in by password. `purpose` tells single sign-on how
 * to continue: `next` is a path, and `once` is true if the session is for that page alone.
 */
export const showSignIn = async ({ error, ...about }) => {
  const [status, alert] = [statusLine(), alertLine()]
  const ways = element('div', { className: 'sign-in' }, text('loading'))
  const lead = about.lead && element('p', { className: 'quiet' }, about.lead)
  const title = element('h1', {}, about.title)
  show(about.title, element('section', { className: 'card' }, brand('p'), title, lead, status, alert, ways))
  say(location.hash.slice(1), error, status, alert)
  try {
    const methods = await send('GET', '/auth/methods')
    ways.replaceChildren(...waysOf(methods, about, alert), ...demoOf(about, alert))
    ways.querySelector('input, button').focus()
  } catch (failure) {
    alert.textContent = sentenceOf(failure)
    ways.replaceChildren(button(text('again'), () => location.reload()))
  }
}
