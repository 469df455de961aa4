import { load } from './account.js'
import { alertLine, brand, button, element, field, formatTime, run, show, statusLine } from './elements.js'
import { send } from './session.js'
import { text } from './texts.js'

const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? history.state?.token ?? ''

// keeps the secret out of the browser history, but not out of a reloaded page
history.replaceState({ token }, '', location.pathname)

const post = (path, body) => send('POST', `/support/linked-ticket${path}`, { body: { token, ...body } })

/** Downloads a file of a message by a link that is valid for minutes. */
const fileButton = (message_id, { id: file_id, name }, alert) => {
  const download = async () => {
    const { url } = await post('/files', { message_id, file_id })
    location.assign(url)
  }
  return button(name, ({ target }) => run(target, alert, download))
}

const messageRow = ({ id, author_name, created_at, text: words, attachments }, alert) => {
  const name = element('p', { className: 'name' }, author_name)
  const time = element('p', { className: 'quiet' }, formatTime(created_at))
  const content = element('p', {}, words)
  const files = attachments.map((file) => element('p', {}, fileButton(id, file, alert)))
  return element('li', {}, element('div', { className: 'lines' }, name, time, content, ...files))
}

const answerForm = (alert) => {
  const input = element('textarea', { name: 'text', required: true, maxLength: 10_000, rows: 6 })
  const control = element('button', {}, text('ticket.submit'))
  const answer = async () => {
    await post('/messages', { text: input.value })
    await showTicket(text('ticket.sent'))
  }
  const onsubmit = (event) => {
    event.preventDefault()
    void run(control, alert, answer)
  }
  return element('form', { className: 'card', onsubmit }, field(text('ticket.answer'), input), control)
}

const showTicket = async (news) => {
  const [{ number, subject, status, messages, truncated }] = await load(post(''))
  const [title, state, alert, said] = [
    `#${number} ${subject}`,
    text(`value.${status}`),
    alertLine(),
    statusLine(),
  ]
  const heading = element('h1', { tabIndex: -1 }, title)
  show(
    title,
    brand('p'),
    heading,
    element('p', { className: 'quiet' }, state),
    said,
    truncated ? '…' : '',
    element('ol', { className: 'card rows' }, ...messages.map((message) => messageRow(message, alert))),
    alert,
    status === 'closed' ? '' : answerForm(alert),
  )
  heading.focus()
  said.textContent = news
}

void showTicket('')
