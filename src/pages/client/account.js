import { alertLine, brand, button, during, element, link, sentenceOf, show, statusLine } from './elements.js'
import { kept, signOut, site } from './session.js'
import { texts } from './texts.js'

/** What a page begins with, or never: then it says why. */
export const loaded = async (...requests) => {
  show(texts.product, statusLine(texts.loading))
  try {
    return await Promise.all(requests)
  } catch (error) {
    const again = button(texts.again, () => location.reload())
    show(texts.product, element('p', { role: 'alert' }, sentenceOf(error)), again)
    return new Promise(() => {})
  }
}

// what a browser has kept of a page is not for who comes after its person
addEventListener('pageshow', ({ persisted }) => persisted && !kept() && location.reload())

const navigation = (current) =>
  element(
    'nav',
    { ariaLabel: texts.account.navigation },
    ...['sessions', 'tokens'].map((name) =>
      link(`${site}/account/${name}`, texts[name].title, { ariaCurrent: name === current ? 'page' : null }),
    ),
  )

/** The head of a page of the person who is signed in. */
const head = (current, { name }, alert) => {
  const leave = button(texts.account.signOut, ({ target }) => during(target, alert, signOut))
  return element(
    'header',
    { className: 'site' },
    brand('a', { href: `${site}/` }),
    navigation(current),
    element('p', { className: 'person' }, element('span', {}, name), leave),
  )
}

/** Shows a page of the account, and gives what it tells the person by: `alert`, `status`, and the focus of its title. */
export const showAccount = (current, me, ...children) => {
  const { title, lead } = texts[current]
  const [alert, status] = [alertLine(), statusLine()]
  document.querySelector('header')?.remove()
  document.body.prepend(head(current, me, alert))
  const heading = element('h1', { tabIndex: -1 }, title)
  show(title, heading, element('p', { className: 'quiet' }, lead), alert, status, ...children)
  return {
    alert,
    say: (text) => {
      status.textContent = text
      heading.focus()
    },
  }
}

/** A thing in a list: its name, what is said of it, and a button. */
export const row = (name, lines, ...controls) =>
  element(
    'li',
    {},
    element(
      'div',
      {},
      element('p', { className: 'name' }, ...name),
      ...lines.map((line) => element('p', { className: 'quiet' }, line)),
    ),
    ...controls,
  )
