import { alertLine, during, element, field } from './elements.js'
import { call } from './session.js'
import { texts } from './texts.js'

const words = texts.tokens
const dayMilliseconds = 86_400_000
/** The clock of this machine may be fast, and a token lives a year at most. */
const marginMilliseconds = 600_000

const scopeChoice = ([scope, [name, about]]) =>
  element(
    'label',
    { className: 'choice' },
    element('input', { type: 'radio', name: 'scope', value: scope, defaultChecked: scope === 'read' }),
    element('span', {}, name, element('small', {}, about)),
  )

const lifetimes = () =>
  element(
    'select',
    { name: 'days' },
    ...Object.entries(words.days).map(([value, text]) =>
      element('option', { value, defaultSelected: value === '90' }, text),
    ),
  )

const endAfter = (days) =>
  new Date(Date.now() + Number(days) * dayMilliseconds - marginMilliseconds).toISOString()

/** What a token is asked for with. Nobody but an administrator may have one that administers. */
export const tokenForm = (isAdmin, done) => {
  const alert = alertLine()
  const scopes = Object.entries(words.scopes).filter(([scope]) => isAdmin || scope !== 'admin')
  const name = {
    name: 'name',
    required: true,
    maxLength: 100,
    autocomplete: 'off',
    placeholder: words.nameExample,
  }
  const control = element('button', {}, words.create)
  const onsubmit = (event) => {
    event.preventDefault()
    const form = event.target
    const values = Object.fromEntries(new FormData(form))
    const body = { name: values.name, scopes: [values.scope], expires_at: endAfter(values.days) }
    void during(control, alert, async () => {
      await done(await call('POST', '/auth/tokens', body))
      form.reset()
    })
  }
  return element(
    'form',
    { className: 'card', method: 'post', onsubmit },
    element('h2', {}, words.create),
    field(words.name, element('input', name)),
    element('fieldset', {}, element('legend', {}, words.scope), ...scopes.map(scopeChoice)),
    field(words.lifetime, lifetimes()),
    alert,
    control,
  )
}
