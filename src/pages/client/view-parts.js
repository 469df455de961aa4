import { row } from './account.js'
import { button, dateOf, during, element } from './elements.js'
import { call, site } from './session.js'
import { text } from './texts.js'
import { sizeOf } from './view-fields.js'
import { kinds } from './view-kinds.js'

/** What somebody wrote, as text. */
export const prose = (words) => (words ? element('div', { className: 'prose plain' }, words) : '')

/** Downloads a file by a link that is good for minutes. */
export const download = async (id) => {
  const { url } = await call('GET', `/files/${id}/contents?redirect=false`)
  location.assign(url)
}

/** Makes a link into the API one that a person can follow. */
const mend = (anchor, alert) => {
  // both are empty where `new URL` would throw
  const { origin, pathname } = anchor
  if (origin !== location.origin) return
  const path = pathname.replace(`${site}/api/v1`, '')
  const [thing] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path) ?? []
  const [name] = Object.entries(kinds).find(([, { path: of }]) => of?.(thing).split('?')[0] === path) ?? []
  if (name) anchor.pathname = `${site}/view/${name}/${thing}`
  if (path === `/files/${thing}/contents`)
    anchor.onclick = (event) => {
      event.preventDefault()
      void during(anchor, alert, () => download(thing))
    }
}

/** HTML of the service holds no script, style or form (`toSafeHtml`). */
export const safeHtml = (html, alert) => {
  const article = element('article', { className: 'prose' })
  article.innerHTML = html
  for (const anchor of article.querySelectorAll('a[href]')) mend(anchor, alert)
  // what scrolls can be scrolled with the keyboard
  for (const wide of article.querySelectorAll('table, pre')) wide.tabIndex = 0
  return article
}

/** Files, each with what downloads it. */
export const fileList = (files, alert) => {
  const fileRow = ({ id, name, size }) => {
    const onclick = ({ target }) => during(target, alert, () => download(id))
    const control = button(text('view.download'), onclick, {
      ariaLabel: text('view.downloadNamed', { name }),
    })
    return row([name], size === undefined ? [] : [sizeOf(size)], control)
  }
  return files.length > 0 ? element('ul', { className: 'card rows' }, ...files.map(fileRow)) : ''
}

const partOf = ({ id, author, created_at, is_internal, text: words, attachments = [] }, alert) => {
  const badge = () => element('span', { className: 'badge' }, text('view.internal'))
  const made = row([author.name, ...(is_internal ? [badge()] : [])], [dateOf(created_at)])
  made.firstChild.append(prose(words), fileList(attachments, alert))
  return Object.assign(made, { id, tabIndex: -1 })
}

/** Comments or messages, in the order of time. */
export const partList = (heading, parts, alert) => {
  const rows = parts
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map((part) => partOf(part, alert))
  const list = () => element('ol', { className: 'card rows' }, ...rows)
  return rows.length > 0 ? element('section', {}, element('h2', {}, text(`view.${heading}`)), list()) : ''
}

const lessonOf = (course, { id, title }, alert) => {
  const content = element('div')
  const read = async () => {
    if (content.childElementCount > 0) return
    const lesson = await call('GET', `/lms/courses/${course.id}/lessons/${id}?format=html&media=signed`)
    content.replaceChildren(safeHtml(lesson.html, alert))
  }
  const summary = element('summary', {}, title)
  const ontoggle = ({ target }) => target.open && during(target, alert, read)
  return element('details', { id, ontoggle }, summary, content)
}

/** The chapters of a course; a lesson is read when it is opened. */
export const chapterList = (course, alert) =>
  (course.chapters ?? []).map(({ title, lessons }) =>
    element(
      'section',
      { className: 'card chapter' },
      element('h2', {}, title),
      ...lessons.map((lesson) => lessonOf(course, lesson, alert)),
    ),
  )
