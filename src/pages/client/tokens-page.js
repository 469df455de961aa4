import { loaded, row, showAccount } from './account.js'
import { button, dateOf, during, element, field, relative, statusLine } from './elements.js'
import { callAll, callDelete, callMe } from './session.js'
import { text } from './texts.js'
import { tokenForm } from './token-form.js'

const [me, found] = await loaded(callMe(), callAll('/auth/tokens'))
let tokens = found
const made = element('div', { ariaLive: 'polite' })
const list = element('div')
const form = element('div')
const page = showAccount('tokens', me, made, form, element('h2', {}, text('tokens.list')), list)

const copy = async (input, status) => {
  try {
    await navigator.clipboard.writeText(input.value)
    status.textContent = text('tokens.copied')
  } catch {
    // without permission to copy, selects the text for the person to copy
    input.select()
    status.textContent = text('tokens.selected')
  }
}

/** Shows a new token, the only time that it is visible. */
const showSecret = ({ id, name, token }) => {
  const input = element('input', { value: token, readOnly: true, className: 'secret', spellcheck: false })
  const status = statusLine()
  const control = button(text('tokens.copy'), () => copy(input, status))
  const title = element('h2', {}, text('tokens.made', { name }))
  const line = element('div', { className: 'copied' }, field(text('tokens.secret'), input), control)
  made.replaceChildren(
    element(
      'section',
      { className: 'card made' },
      title,
      element('p', {}, text('tokens.once')),
      line,
      status,
    ),
  )
  made.dataset.id = id
  control.focus()
}

/** Asks for confirmation before a token is ended, because programs depend on it. */
const confirmed = (name) =>
  new Promise((resolve) => {
    const dialog = element('dialog', {
      ariaLabel: text('tokens.endTitle', { name }),
      onclose: () => (dialog.remove(), resolve(dialog.returnValue === 'end')),
    })
    dialog.append(
      element('h2', {}, text('tokens.endTitle', { name })),
      element('p', {}, text('tokens.endLead')),
      element(
        'form',
        { method: 'dialog', className: 'actions' },
        element('button', { value: '' }, text('cancel')),
        element('button', { value: 'end', className: 'danger' }, text('tokens.end')),
      ),
    )
    document.body.append(dialog)
    dialog.showModal()
  })

const end = async ({ id, name }) => {
  if (!(await confirmed(name))) return
  await callDelete(`/auth/tokens/${id}`)
  if (made.dataset.id === id) made.replaceChildren()
  draw(tokens.filter((token) => token.id !== id))
  page.say(text('tokens.ended'))
}

const scopeOf = ({ scopes }) => scopes.map((scope) => text(`tokens.scopes.${scope}`) ?? scope).join(', ')

const rowOf = (token) =>
  row(
    [token.name],
    [
      text('tokens.ends', { scope: scopeOf(token), when: dateOf(token.expires_at) }),
      token.last_used_at
        ? text('tokens.used', { when: relative(token.last_used_at, text('recently')) })
        : text('tokens.neverUsed'),
    ],
    button(text('tokens.end'), ({ target }) => during(target, page.alert, () => end(token)), {
      ariaLabel: text('tokens.endNamed', { name: token.name }),
    }),
  )

const draw = (shown) => {
  tokens = shown
  const rows = element('ul', { className: 'card rows' }, ...shown.map(rowOf))
  list.replaceChildren(shown.length > 0 ? rows : element('p', { className: 'quiet' }, text('tokens.none')))
}

form.append(
  tokenForm(me.role === 'admin', (token) => {
    draw([...tokens, token])
    showSecret(token)
  }),
)
draw(tokens)
