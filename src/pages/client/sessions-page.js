import { load, row, showAccount } from './account.js'
import { button, formatTime, run, element, fromNow } from './elements.js'
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

const findMatch = (names, text) => Object.keys(names).find((name) => names[name].test(text))

const deviceName = (user_agent) => {
  const [browser, system] = [findMatch(browsers, user_agent ?? ''), findMatch(systems, user_agent ?? '')]
  return browser && system
    ? text('sessions.device', { browser, system })
    : (user_agent ?? text('sessions.unknownDevice'))
}

const sessionLines = ({ via, address, created_at, last_used_at, expires_at }) => [
  text('sessions.began', {
    when: formatTime(created_at),
    via: text(`sessions.via.${via}`),
    from: address && text('sessions.from', { address }),
  }),
  text('sessions.used', {
    when: fromNow(last_used_at, text('recently')),
    end: fromNow(expires_at, text('sessions.soon')),
  }),
]

const [me, sessions] = await load(callMe(), callAll('/auth/sessions'))
const list = element('ul', { className: 'card rows' })
const actions = element('p', { className: 'actions' })
const page = showAccount('sessions', me, list, actions)

const endSessions = async (shown, ended, sentence) => {
  await Promise.all(ended.map(({ id }) => callDelete(`/auth/sessions/${id}`)))
  draw(shown.filter((session) => !ended.includes(session)))
  page.report(sentence)
}

const badge = () => element('span', { className: 'badge' }, text('sessions.current'))

const draw = (shown) => {
  const endButton = (session) =>
    button(
      text('sessions.end'),
      ({ target }) => run(target, page.alert, () => endSessions(shown, [session], text('sessions.ended'))),
      {
        ariaLabel: text('sessions.endNamed', {
          device: deviceName(session.user_agent),
          when: formatTime(session.created_at),
        }),
      },
    )
  const sessionRow = (session) => {
    const [name, lines] = [deviceName(session.user_agent), sessionLines(session)]
    return session.is_current ? row([name, badge()], lines) : row([name], lines, endButton(session))
  }
  const others = shown.filter(({ is_current }) => !is_current)
  const endOthers = ({ target }) =>
    run(target, page.alert, () => endSessions(shown, others, text('sessions.othersEnded')))
  list.replaceChildren(...shown.map(sessionRow))
  actions.replaceChildren(...(others.length > 1 ? [button(text('sessions.endOthers'), endOthers)] : []))
}

draw(sessions.toSorted((a, b) => b.is_current - a.is_current))
