import { loaded, row, showAccount } from './account.js'
import { button, dateOf, during, element, field, relative, statusLine } from './elements.js'
import { call, callAll, callDelete } from './session.js'
import { texts } from './texts.js'
import { tokenForm } from './token-form.js'

const words = texts.tokens

const [me, found] = await loaded(call('GET', '/auth/me'), callAll('/auth/tokens'))
let tokens = found
const made = element('div', { ariaLive: 'polite' })
const list = element('div')
const form = element('div')
const page = showAccount('tokens', me, made, form, element('h2', {}, words.list), list)

const copy = async (input, status) => {
  try {
    await navigator.clipboard.writeText(input.value)
    status.textContent = words.copied
  } catch {
    // without permission people copy what is selected
    input.select()
    status.textContent = words.selected
  }
}

/** The one time that a token is shown. */
const showSecret = ({ id, name, token }) => {
  const input = element('input', { value: token, readOnly: true, className: 'secret', spellcheck: false })
  const status = statusLine()
  const control = button(words.copy, () => copy(input, status))
  const title = element('h2', {}, words.made(name))
  const line = element('div', { className: 'copied' }, field(words.secret, input), control)
  made.replaceChildren(
    element('section', { className: 'card made' }, title, element('p', {}, words.once), line, status),
  )
  made.dataset.id = id
  control.focus()
}

/** Asks before a token ends: programs depend on it. */
const confirmed = (name) =>
  new Promise((resolve) => {
    const dialog = element('dialog', {
      ariaLabel: words.endTitle(name),
      onclose: () => (dialog.remove(), resolve(dialog.returnValue === 'end')),
    })
    dialog.append(
      element('h2', {}, words.endTitle(name)),
      element('p', {}, words.endLead),
      element(
        'form',
        { method: 'dialog', className: 'actions' },
        element('button', { value: '' }, texts.cancel),
        element('button', { value: 'end', className: 'danger' }, words.endConfirm),
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
  page.say(words.ended)
}

const scopeOf = ({ scopes }) => scopes.map((scope) => words.scopes[scope]?.[0] ?? scope).join(', ')

const rowOf = (token) =>
  row(
    [token.name],
    [
      words.ends(scopeOf(token), dateOf(token.expires_at)),
      token.last_used_at ? words.used(relative(token.last_used_at, words.recently)) : words.neverUsed,
    ],
    button(words.end, ({ target }) => during(target, page.alert, () => end(token)), {
      ariaLabel: words.endNamed(token.name),
    }),
  )

const draw = (shown) => {
  tokens = shown
  const rows = element('ul', { className: 'card rows' }, ...shown.map(rowOf))
  list.replaceChildren(shown.length > 0 ? rows : element('p', { className: 'quiet' }, words.none))
}

form.append(
  tokenForm(me.role === 'admin', (token) => {
    draw([...tokens, token])
    showSecret(token)
  }),
)
draw(tokens)
