import { alertLine, brand, button, during, element, link, sentenceOf, show, statusLine } from './elements.js'
import { kept, signOut, site } from './session.js'
import { text } from './texts.js'

/** Returns the responses that a page needs first. If one fails, shows the reason and never returns. */
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

// a page from the browser's back-forward cache must not be shown after its person signed out
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

/** Returns the header of a page for the signed-in person. */
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
 * Shows a page to the signed-in person. Returns its `alert` line, and `say`, which announces a text and focuses the
 * title. `current` is the name of the account page, if it is one; `above` is placed before the title.
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

/** Returns a list item: a name, lines about it, and buttons. */
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
