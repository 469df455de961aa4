import { load, row, showAccount } from './account.js'
import { button, formatTime, run, element, field, fromNow, statusLine } from './elements.js'
import { callAll, callDelete, callMe } from './session.js'
import { text } from './texts.js'
import { tokenForm } from './token-form.js'

const [me, all] = await load(callMe(), callAll('/auth/tokens'))
let tokens = all
const newToken = element('div', { ariaLive: 'polite' })
const list = element('div')
const form = element('div')
const page = showAccount('tokens', me, newToken, form, element('h2', {}, text('tokens.list')), list)

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

const showSecret = ({ id, name, token }) => {
  const input = element('input', { value: token, readOnly: true, className: 'secret', spellcheck: false })
  const status = statusLine()
  const control = button(text('tokens.copy'), () => copy(input, status))
  const title = element('h2', {}, text('tokens.made', { name }))
  const line = element('div', { className: 'copied' }, field(text('tokens.secret'), input), control)
  newToken.replaceChildren(
    element(
      'section',
      { className: 'card made' },
      title,
      element('p', {}, text('tokens.once')),
      line,
      status,
    ),
  )
  newToken.dataset.id = id
  control.focus()
}

/** Asks for confirmation before a token is ended, because programs depend on it. */
const confirmEnd = (name) =>
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

const endToken = async ({ id, name }) => {
  if (!(await confirmEnd(name))) return
  await callDelete(`/auth/tokens/${id}`)
  if (newToken.dataset.id === id) newToken.replaceChildren()
  draw(tokens.filter((token) => token.id !== id))
  page.report(text('tokens.ended'))
}

const scopeLabels = ({ scopes }) => scopes.map((scope) => text(`tokens.scopes.${scope}`) ?? scope).join(', ')

const tokenRow = (token) =>
  row(
    [token.name],
    [
      text('tokens.ends', { scope: scopeLabels(token), when: formatTime(token.expires_at) }),
      token.last_used_at
        ? text('tokens.used', { when: fromNow(token.last_used_at, text('recently')) })
        : text('tokens.neverUsed'),
    ],
    button(text('tokens.end'), ({ target }) => run(target, page.alert, () => endToken(token)), {
      ariaLabel: text('tokens.endNamed', { name: token.name }),
    }),
  )

const draw = (shown) => {
  tokens = shown
  const rows = element('ul', { className: 'card rows' }, ...shown.map(tokenRow))
  list.replaceChildren(shown.length > 0 ? rows : element('p', { className: 'quiet' }, text('tokens.none')))
}

form.append(
  tokenForm(me.role === 'admin', (token) => {
    draw([...tokens, token])
    showSecret(token)
  }),
)
draw(tokens)
