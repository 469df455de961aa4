import { alertLine, brand, button, run, element, link, errorText, show, statusLine } from './elements.js'
import { getSession, signOut, base } from './session.js'
import { text } from './texts.js'

/** Returns the responses that a page needs first. If one fails, shows the reason and never returns. */
export const load = async (...requests) => {
  show(text('product'), statusLine(text('loading')))
  try {
    return await Promise.all(requests)
  } catch (error) {
    const again = button(text('again'), () => location.reload())
    show(text('product'), element('p', { role: 'alert' }, errorText(error)), again)
    return new Promise(() => {})
  }
}

// a page from the browser's back-forward cache must not be shown after its person signed out
addEventListener('pageshow', ({ persisted }) => persisted && !getSession() && location.reload())

const navigation = (current) =>
  element(
    'nav',
    { ariaLabel: text('account.navigation') },
    ...['sessions', 'tokens'].map((name) =>
      link(`${base}/account/${name}`, text(`${name}.title`), {
        ariaCurrent: name === current ? 'page' : null,
      }),
    ),
  )

const pageHeader = (current, { name }, alert) => {
  const leave = button(text('account.signOut'), ({ target }) => run(target, alert, signOut))
  return element(
    'header',
    { className: 'site' },
    brand('a', { href: `${base}/` }),
    navigation(current),
    element('p', { className: 'person' }, element('span', {}, name), leave),
  )
}

/**
 * Shows a page to the signed-in person. Returns its `alert` line, and `report`, which announces a text and focuses the
 * title. `current` is the name of the account page, if it is one; `above` is placed before the title.
 */
export const showSignedIn = (me, { title, lead = '', current, above = [] }, ...children) => {
  const [alert, status] = [alertLine(), statusLine()]
  document.querySelector('header')?.remove()
  document.body.prepend(pageHeader(current, me, alert))
  const heading = element('h1', { tabIndex: -1 }, title)
  const about = element('p', { className: 'quiet' }, lead)
  show(title, ...above, heading, about, alert, status, ...children)
  return {
    alert,
    report: (sentence) => {
      status.textContent = sentence
      heading.focus()
    },
  }
}

export const showAccount = (current, me, ...children) =>
  showSignedIn(me, { title: text(`${current}.title`), lead: text(`${current}.lead`), current }, ...children)

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
