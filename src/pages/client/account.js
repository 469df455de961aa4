import { alertLine, brand, button, during, element, link, sentenceOf, show, statusLine } from './elements.js'
import { kept, signOut, site } from './session.js'
import { text } from './texts.js'

/** What a page begins with, or never: then it says why. */
export const loaded = async (...requests) => {
  show(text('product'), statusLine(text('loading')))
  try {
    return await Promise.all(requests)
  } catch (error) {
    const again = button(text('again'), () => location.reload())
    show(text('product'), element('p', { role: 'alert' }, sentenceOf(error)), again)
    return new Promise(() => {})
  }
}

// what a browser has kept of a page is not for who comes after its person
addEventListener('pageshow', ({ persisted }) => persisted && !kept() && location.reload())

const navigation = (current) =>
  element(
    'nav',
    { ariaLabel: text('account.navigation') },
    ...['sessions', 'tokens'].map((name) =>
      link(`${site}/account/${name}`, text(`${name}.title`), {
        ariaCurrent: name === current ? 'page' : null,
      }),
    ),
  )

/** The head of a page of the person who is signed in. */
const head = (current, { name }, alert) => {
  const leave = button(text('account.signOut'), ({ target }) => during(target, alert, signOut))
  return element(
    'header',
    { className: 'site' },
    brand('a', { href: `${site}/` }),
    navigation(current),
    element('p', { className: 'person' }, element('span', {}, name), leave),
  )
}

/**
 * Shows a page to the person who is signed in, and gives what it tells them by: `alert`, `say`, and the focus of its
 * title. `current` is which page of the account it is, if it is one, and `above` stands before its title.
 */
export const showSignedIn = (me, { title, lead = '', current, above = [] }, ...children) => {
  const [alert, status] = [alertLine(), statusLine()]
  document.querySelector('header')?.remove()
  document.body.prepend(head(current, me, alert))
  const heading = element('h1', { tabIndex: -1 }, title)
  const about = element('p', { className: 'quiet' }, lead)
  show(title, ...above, heading, about, alert, status, ...children)
  return {
    alert,
    say: (words) => {
      status.textContent = words
      heading.focus()
    },
  }
}

export const showAccount = (current, me, ...children) =>
  showSignedIn(me, { title: text(`${current}.title`), lead: text(`${current}.lead`), current }, ...children)

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
