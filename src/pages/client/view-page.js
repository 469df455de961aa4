import { load, showSignedIn } from './account.js'
import { alertLine, button, run, element, link, errorText, statusLine } from './elements.js'
import { call, callAll, callMe, saveSession, getSession, base } from './session.js'
import { showSignIn } from './sign-in-form.js'
import { text } from './texts.js'
import { fieldList } from './view-fields.js'
import { kinds } from './view-kinds.js'
import { chapterList, contentList, download, fileList, partList, render, safeHtml } from './view-parts.js'

const [type, id] = location.pathname.split('/').slice(-2)
const kind = kinds[type]

const readResource = async () =>
  kind.list ? (await callAll(kind.list)).find((one) => one.id === id) : call('GET', kind.path(id))

/** Returns the text of a file, or a sentence why it has none, or none yet. */
const readText = async () => {
  if (!kind.text) return {}
  try {
    return await call('GET', kind.text(id))
  } catch (error) {
    if (![409, 422].includes(error.status)) throw error
    return { reason: error.sentence }
  }
}

const readContents = async (item) => {
  const path = kind.contents?.path(item)
  return path ? call('GET', `${path}limit=100`) : { items: [] }
}

const readView = async () => {
  const [item, parts, file] = await Promise.all([
    readResource(),
    kind.parts ? callAll(kind.parts(id)) : [],
    readText(),
  ])
  if (!item) return { error: { sentence: text('refusals.404') } }
  const texts = [file.text ?? item.description, ...parts.map((part) => part.text)]
  const [contents, [html, ...others]] = await Promise.all([
    readContents(item),
    render(texts.map((each) => each ?? '')),
  ])
  return {
    item: { html, isCut: file.next_offset, reason: file.reason, ...item },
    contents,
    parts: parts.map((part, at) => ({ ...part, html: others[at] })),
  }
}

const breadcrumbs = (items) =>
  items.length > 0
    ? [
        element(
          'nav',
          { className: 'breadcrumbs', ariaLabel: text('view.place') },
          ...items.map((item) => link(`${base}/view/${item.type}/${item.id}`, item.title)),
        ),
      ]
    : []

const itemTitle = (item) => {
  const { title, name, kind: job } = item
  return kind.title ? kind.title(item) : (title ?? name ?? text(`job.${job}`))
}

const focusPart = () => {
  const part = location.hash && document.getElementById(location.hash.slice(1))
  if (!part) return
  part.open = true
  part.classList.add('named')
  part.scrollIntoView({ block: 'center' })
  part.focus({ preventScroll: true })
}

const downloadButton = (alert) =>
  element(
    'div',
    {},
    button(text('view.download'), ({ target }) => run(target, alert, () => download(id))),
  )

const showItem = (me, { item, contents, parts }) => {
  const above = breadcrumbs(item.breadcrumbs ?? kind.above?.(item) ?? [])
  const body = element('div', { className: 'item' })
  const title = itemTitle(item)
  const { alert } = showSignedIn(me, { title, above }, body)
  const names = typeof kind.fields === 'function' ? kind.fields(item) : kind.fields
  const { html, isCut, reason } = item
  body.append(
    fieldList(item, names),
    kind.text && item.status === 'ready' ? downloadButton(alert) : '',
    safeHtml(html, alert, { title, isCut, className: item.content ? '' : 'lines' }),
    statusLine(reason),
    fileList(item.attachments ?? item.files ?? [], alert),
    ...chapterList(item, alert),
    kind.contents ? contentList(contents, kind.contents) : '',
    partList(kind.heading ?? 'comments', parts, alert),
  )
  focusPart()
}

const showError = (me, error) => {
  const alert = alertLine()
  showSignedIn(me, { title: text('view.refused') }, alert)
  alert.textContent = errorText(error)
}

const view = async () => {
  const [me, found] = await load(
    callMe(),
    readView().catch((error) => ({ error })),
  )
  if (found.error) return showError(me, found.error)
  try {
    showItem(me, found)
  } catch (error) {
    reportError(error)
    showError(me, { sentence: text('refusals.service.failed') })
  }
}

const signIn = () => {
  const [title, submit] = [text('signIn.title'), text('signIn.submit')]
  const next = location.pathname + location.hash
  const done = (session) => {
    saveSession(session)
    return view()
  }
  return showSignIn({ title, submit, purpose: { next }, done })
}

if (kind.page) location.replace(`${base}/account/${kind.page}`)
else if (getSession()) void view()
else void signIn()

addEventListener('hashchange', focusPart)
