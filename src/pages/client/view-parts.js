import { row } from './account.js'
import { button, formatTime, run, element, link } from './elements.js'
import { call, base } from './session.js'
import { text } from './texts.js'
import { fieldLine, formatSize } from './view-fields.js'
import { kinds } from './view-kinds.js'

/** Maximum number of texts and of characters in one request; a longer text is sent alone. */
const maxBatch = { texts: 100, characters: 40_000 }

export const render = async (texts) => {
  const groups = [[]]
  let characters = 0
  for (const markdown of texts) {
    characters += markdown.length
    if (groups.at(-1).length === maxBatch.texts || characters > maxBatch.characters) {
      groups.push([])
      characters = markdown.length
    }
    groups.at(-1).push(markdown)
  }
  const filled = groups.filter(({ length }) => length > 0)
  const answers = await Promise.all(filled.map((group) => call('POST', '/markdown', { texts: group })))
  return answers.flatMap(({ html }) => html)
}

const cutNote = () => element('p', { className: 'quiet' }, text('view.beginning'))

/** Downloads a file by a link that is valid for minutes. */
export const download = async (id) => {
  const { url } = await call('GET', `/files/${id}/contents?redirect=false`)
  location.assign(url)
}

const rewriteLink = (anchor, alert) => {
  // both are empty where `new URL` would throw
  const { origin, pathname } = anchor
  if (origin !== location.origin) return
  const path = pathname.replace(`${base}/api/v1`, '')
  const [id] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path) ?? []
  const [name] =
    Object.entries(kinds).find(([, { path: toPath }]) => toPath?.(id).split('?')[0] === path) ?? []
  if (name) anchor.pathname = `${base}/view/${name}/${id}`
  if (path === `/files/${id}/contents`)
    anchor.onclick = (event) => {
      event.preventDefault()
      void run(anchor, alert, () => download(id))
    }
}

/** Returns an element with HTML of the service, which has no scripts, styles or forms (`toSafeHtml`). */
export const safeHtml = (html, alert, { title, className = '', isCut } = {}) => {
  if (!html) return ''
  const article = element('article', { className: `prose ${className}` })
  article.innerHTML = html
  const [first] = article.children
  if (first?.tagName === 'H1' && first.innerText.trim() === title) first.remove()
  for (const anchor of article.querySelectorAll('a[href]')) rewriteLink(anchor, alert)
  // makes scrollable elements scrollable with the keyboard
  for (const wide of article.querySelectorAll('table, pre')) wide.tabIndex = 0
  if (isCut) article.append(cutNote())
  return article
}

export const fileList = (files, alert) => {
  const fileRow = ({ id, name, size }) => {
    const onclick = ({ target }) => run(target, alert, () => download(id))
    const control = button(text('view.download'), onclick, {
      ariaLabel: text('view.downloadNamed', { name }),
    })
    return row([name], size === undefined ? [] : [formatSize(size)], control)
  }
  return files.length > 0 ? element('ul', { className: 'card rows' }, ...files.map(fileRow)) : ''
}

export const contentList = ({ items, next_cursor }, { heading, type, title, fields }) => {
  const rows = items.map((item) => {
    const [name, id] = [title(item), item.user_id ?? item.id]
    const line = fieldLine(item, fields)
    return row([link(`${base}/view/${type}/${id}`, name)], line ? [line] : [])
  })
  const list = () => element('ul', { className: 'card rows' }, ...rows)
  const more = next_cursor ? cutNote() : ''
  return rows.length > 0
    ? element('section', {}, element('h2', {}, text(`view.${heading}`)), list(), more)
    : ''
}

const messageRow = ({ id, author, created_at, is_internal, html, attachments = [] }, alert) => {
  const badge = () => element('span', { className: 'badge' }, text('view.internal'))
  const node = row([author.name, ...(is_internal ? [badge()] : [])], [formatTime(created_at)])
  node.firstChild.append(safeHtml(html, alert, { className: 'lines' }), fileList(attachments, alert))
  return Object.assign(node, { id, tabIndex: -1 })
}

export const partList = (heading, parts, alert) => {
  const rows = parts
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map((part) => messageRow(part, alert))
  const list = () => element('ol', { className: 'card rows' }, ...rows)
  return rows.length > 0 ? element('section', {}, element('h2', {}, text(`view.${heading}`)), list()) : ''
}

const lessonDetails = (course, { id, title }, alert) => {
  const content = element('div')
  const read = async () => {
    if (content.childElementCount > 0) return
    const lesson = await call('GET', `/lms/courses/${course.id}/lessons/${id}?format=html&media=signed`)
    content.replaceChildren(safeHtml(lesson.html, alert, { title }))
  }
  const summary = element('summary', {}, title)
  const ontoggle = ({ target }) => target.open && run(target, alert, read)
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
      ...lessons.map((lesson) => lessonDetails(course, lesson, alert)),
    ),
  )
