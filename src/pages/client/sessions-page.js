import { loaded, row, showAccount } from './account.js'
import { button, dateOf, during, element, relative } from './elements.js'
import { callAll, callDelete, callMe } from './session.js'
import { text } from './texts.js'

/** Browsers in order of precedence, because most user agents name others as well. */
const browsers = { Edge: /Edg/, Opera: /OPR\//, Firefox: /Firefox/, Chrome: /Chrome/, Safari: /Safari/ }
const systems = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  macOS: /Mac OS X/,
  ChromeOS: /CrOS/,
  Linux: /Linux/,
}

const nameIn = (names, text) => Object.keys(names).find((name) => names[name].test(text))

const deviceOf = (user_agent) => {
  const [browser, system] = [nameIn(browsers, user_agent ?? ''), nameIn(systems, user_agent ?? '')]
  return browser && system
    ? text('sessions.device', { browser, system })
    : (user_agent ?? text('sessions.unknownDevice'))
}

const linesOf = ({ via, address, created_at, last_used_at, expires_at }) => [
  text('sessions.began', {
    when: dateOf(created_at),
    via: text(`sessions.via.${via}`),
    from: address && text('sessions.from', { address }),
  }),
  text('sessions.used', {
    when: relative(last_used_at, text('recently')),
    end: relative(expires_at, text('sessions.soon')),
  }),
]

const [me, sessions] = await loaded(callMe(), callAll('/auth/sessions'))
const list = element('ul', { className: 'card rows' })
const actions = element('p', { className: 'actions' })
const page = showAccount('sessions', me, list, actions)

const end = async (shown, ended, words) => {
  await Promise.all(ended.map(({ id }) => callDelete(`/auth/sessions/${id}`)))
  draw(shown.filter((session) => !ended.includes(session)))
  page.say(words)
}

const badge = () => element('span', { className: 'badge' }, text('sessions.current'))

const draw = (shown) => {
  const endButton = (session) =>
    button(
      text('sessions.end'),
      ({ target }) => during(target, page.alert, () => end(shown, [session], text('sessions.ended'))),
      {
        ariaLabel: text('sessions.endNamed', {
          device: deviceOf(session.user_agent),
          when: dateOf(session.created_at),
        }),
      },
    )
  const rowOf = (session) => {
    const [name, lines] = [deviceOf(session.user_agent), linesOf(session)]
    return session.is_current ? row([name, badge()], lines) : row([name], lines, endButton(session))
  }
  const others = shown.filter(({ is_current }) => !is_current)
  const endOthers = ({ target }) =>
    during(target, page.alert, () => end(shown, others, text('sessions.othersEnded')))
  list.replaceChildren(...shown.map(rowOf))
  actions.replaceChildren(...(others.length > 1 ? [button(text('sessions.endOthers'), endOthers)] : []))
}

draw(sessions.toSorted((a, b) => b.is_current - a.is_current))
