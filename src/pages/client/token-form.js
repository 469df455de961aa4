import { alertLine, withUnit, run, element, field } from './elements.js'
import { call } from './session.js'
import { text } from './texts.js'

const dayMilliseconds = 86_400_000
/** Scopes that people may choose; `scim` is for service accounts, which have no pages. */
const scopes = ['read', 'write', 'full', 'admin']
const lifetimes = [
  [7, 'day'],
  [30, 'day'],
  [90, 'day'],
  [1, 'year'],
]
/** Margin for a fast clock of this machine, because a token may live one year at most (ms). */
const marginMilliseconds = 600_000

const scopeChoice = (scope) =>
  element(
    'label',
    { className: 'choice' },
    element('input', { type: 'radio', name: 'scope', value: scope, defaultChecked: scope === 'read' }),
    element('span', {}, text(`tokens.scopes.${scope}`), element('small', {}, text(`tokens.about.${scope}`))),
  )

const lifetimeChoice = ([count, unit]) => {
  const value = unit === 'year' ? 365 : count
  return element('option', { value, defaultSelected: count === 90 }, withUnit(count, unit))
}

const expiryAfter = (days) =>
  new Date(Date.now() + Number(days) * dayMilliseconds - marginMilliseconds).toISOString()

/** Returns the form for a new token. Only administrators may choose the scope `admin`. */
export const tokenForm = (isAdmin, done) => {
  const alert = alertLine()
  const choices = scopes.filter((scope) => isAdmin || scope !== 'admin')
  const name = {
    name: 'name',
    required: true,
    maxLength: 100,
    autocomplete: 'off',
    placeholder: text('tokens.nameExample'),
  }
  const control = element('button', {}, text('tokens.create'))
  const onsubmit = (event) => {
    event.preventDefault()
    const form = event.target
    const values = Object.fromEntries(new FormData(form))
    const body = { name: values.name, scopes: [values.scope], expires_at: expiryAfter(values.days) }
    void run(control, alert, async () => {
      await done(await call('POST', '/auth/tokens', body))
      form.reset()
    })
  }
  return element(
    'form',
    { className: 'card', method: 'post', onsubmit },
    element('h2', {}, text('tokens.create')),
    field(text('tokens.name'), element('input', name)),
    element('fieldset', {}, element('legend', {}, text('tokens.scope')), ...choices.map(scopeChoice)),
    field(text('tokens.lifetime'), element('select', { name: 'days' }, ...lifetimes.map(lifetimeChoice))),
    alert,
    control,
  )
}
