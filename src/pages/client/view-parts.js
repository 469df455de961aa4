import { row } from './account.js'
import { button, dateOf, during, element } from './elements.js'
import { call } from './session.js'
import { text } from './texts.js'
import { sizeOf } from './view-fields.js'

/** What somebody wrote, as text. */
export const prose = (words) => (words ? element('div', { className: 'prose plain' }, words) : '')

/** Downloads a file by a link that is good for minutes. */
export const download = async (id) => {
  const { url } = await call('GET', `/files/${id}/contents?redirect=false`)
  location.assign(url)
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
    const lesson = await call('GET', `/lms/courses/${course.id}/lessons/${id}?media=signed`)
    content.replaceChildren(element('div', { className: 'prose plain' }, lesson.content))
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
