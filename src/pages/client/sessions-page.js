import { loaded, row, showAccount } from './account.js'
import { button, dateOf, during, element, relative } from './elements.js'
import { call, callAll, callDelete } from './session.js'
import { texts } from './texts.js'

const words = texts.sessions

/** The first that a client says it is: most say that they are others as well. */
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
  return browser && system ? words.device(browser, system) : (user_agent ?? words.unknownDevice)
}

const linesOf = ({ via, address, created_at, last_used_at, expires_at }) => [
  words.began(dateOf(created_at), words.via[via], address ? words.from(address) : ''),
  words.used(relative(last_used_at, words.recently), relative(expires_at, words.soon)),
]

const [me, sessions] = await loaded(call('GET', '/auth/me'), callAll('/auth/sessions'))
const list = element('ul', { className: 'card rows' })
const actions = element('p', { className: 'actions' })
const page = showAccount('sessions', me, list, actions)

const end = async (shown, ended, text) => {
  await Promise.all(ended.map(({ id }) => callDelete(`/auth/sessions/${id}`)))
  draw(shown.filter((session) => !ended.includes(session)))
  page.say(text)
}

const badge = () => element('span', { className: 'badge' }, words.current)

const draw = (shown) => {
  const endButton = (session) =>
    button(words.end, ({ target }) => during(target, page.alert, () => end(shown, [session], words.ended)), {
      ariaLabel: words.endNamed(deviceOf(session.user_agent), dateOf(session.created_at)),
    })
  const rowOf = (session) => {
    const [name, lines] = [deviceOf(session.user_agent), linesOf(session)]
    return session.is_current ? row([name, badge()], lines) : row([name], lines, endButton(session))
  }
  const others = shown.filter(({ is_current }) => !is_current)
  const endOthers = ({ target }) => during(target, page.alert, () => end(shown, others, words.othersEnded))
  list.replaceChildren(...shown.map(rowOf))
  actions.replaceChildren(...(others.length > 1 ? [button(words.endOthers, endOthers)] : []))
}

draw(sessions.toSorted((a, b) => b.is_current - a.is_current))
