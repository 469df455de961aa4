import { row } from './account.js'
import { button, dateOf, during, element, link } from './elements.js'
import { call, site } from './session.js'
import { text } from './texts.js'
import { saidOf, sizeOf } from './view-fields.js'
import { kinds } from './view-kinds.js'

/** Maximum number of texts and of characters in one request; a longer text is sent alone. */
const most = { texts: 100, characters: 40_000 }

/** Returns the HTML of Markdown texts, in their order. */
export const render = async (texts) => {
  const groups = [[]]
  let characters = 0
  for (const each of texts) {
    characters += each.length
    if (groups.at(-1).length === most.texts || characters > most.characters) {
      groups.push([])
      characters = each.length
    }
    groups.at(-1).push(each)
  }
  const filled = groups.filter(({ length }) => length > 0)
  const answers = await Promise.all(filled.map((group) => call('POST', '/markdown', { texts: group })))
  return answers.flatMap(({ html }) => html)
}

const cut = () => element('p', { className: 'quiet' }, text('view.beginning'))

/** Downloads a file by a link that is valid for minutes. */
export const download = async (id) => {
  const { url } = await call('GET', `/files/${id}/contents?redirect=false`)
  location.assign(url)
}

/** Turns a link into the API into one that a person can follow. */
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

/** Returns an element with HTML of the service, which has no scripts, styles or forms (`toSafeHtml`). */
export const safeHtml = (html, alert, { title, className = '', isCut } = {}) => {
  if (!html) return ''
  const article = element('article', { className: `prose ${className}` })
  article.innerHTML = html
  const [first] = article.children
  // the page shows the title already
  if (first?.tagName === 'H1' && first.innerText.trim() === title) first.remove()
  for (const anchor of article.querySelectorAll('a[href]')) mend(anchor, alert)
  // makes scrollable elements scrollable with the keyboard
  for (const wide of article.querySelectorAll('table, pre')) wide.tabIndex = 0
  if (isCut) article.append(cut())
  return article
}

/** Returns a list of files with download buttons. */
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

/** Returns the contents of a resource: links with these fields of each. */
export const contentList = ({ items, next_cursor }, { heading, type, titleOf, fields }) => {
  const rows = items.map((item) => {
    const [name, id] = [titleOf(item), item.user_id ?? item.id]
    const said = saidOf(item, fields)
    return row([link(`${site}/view/${type}/${id}`, name)], said ? [said] : [])
  })
  const list = () => element('ul', { className: 'card rows' }, ...rows)
  const more = next_cursor ? cut() : ''
  return rows.length > 0
    ? element('section', {}, element('h2', {}, text(`view.${heading}`)), list(), more)
    : ''
}

const partOf = ({ id, author, created_at, is_internal, html, attachments = [] }, alert) => {
  const badge = () => element('span', { className: 'badge' }, text('view.internal'))
  const made = row([author.name, ...(is_internal ? [badge()] : [])], [dateOf(created_at)])
  made.firstChild.append(safeHtml(html, alert, { className: 'lines' }), fileList(attachments, alert))
  return Object.assign(made, { id, tabIndex: -1 })
}

/** Returns comments or messages in order of time. */
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
    content.replaceChildren(safeHtml(lesson.html, alert, { title }))
  }
  const summary = element('summary', {}, title)
  const ontoggle = ({ target }) => target.open && during(target, alert, read)
  return element('details', { id, ontoggle }, summary, content)
}

/** Returns the chapters of a course; a lesson is loaded when it is opened. */
export const chapterList = (course, alert) =>
  (course.chapters ?? []).map(({ title, lessons }) =>
    element(
      'section',
      { className: 'card chapter' },
      // a chapter may have the name of its only lesson
      lessons.length === 1 && lessons[0].title === title ? '' : element('h2', {}, title),
      ...lessons.map((lesson) => lessonOf(course, lesson, alert)),
    ),
  )
