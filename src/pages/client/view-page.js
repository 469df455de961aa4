import { loaded, showSignedIn } from './account.js'
import { alertLine, button, during, element, link, sentenceOf, statusLine } from './elements.js'
import { call, callAll, callMe, keep, kept, site } from './session.js'
import { showSignIn } from './sign-in-form.js'
import { text } from './texts.js'
import { fieldList } from './view-fields.js'
import { kinds } from './view-kinds.js'
import { chapterList, contentList, download, fileList, partList, render, safeHtml } from './view-parts.js'

const [type, id] = location.pathname.split('/').slice(-2)
const kind = kinds[type]

const read = async () =>
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

const readContents = async (thing) => {
  const path = kind.contents?.path(thing)
  return path ? call('GET', `${path}limit=100`) : { items: [] }
}

/** Returns the resource, its contents, and its comments or messages. */
const readAll = async () => {
  const [thing, parts, file] = await Promise.all([
    read(),
    kind.parts ? callAll(kind.parts(id)) : [],
    readText(),
  ])
  if (!thing) return { error: { sentence: text('refusals.404') } }
  const texts = [file.text ?? thing.description, ...parts.map((part) => part.text)]
  const [contents, [html, ...others]] = await Promise.all([
    readContents(thing),
    render(texts.map((each) => each ?? '')),
  ])
  return {
    thing: { html, isCut: file.next_offset, reason: file.reason, ...thing },
    contents,
    parts: parts.map((part, at) => ({ ...part, html: others[at] })),
  }
}

const breadcrumbs = (things) =>
  things.length > 0
    ? [
        element(
          'nav',
          { className: 'breadcrumbs', ariaLabel: text('view.place') },
          ...things.map((thing) => link(`${site}/view/${thing.type}/${thing.id}`, thing.title)),
        ),
      ]
    : []

const titleOf = (thing) => {
  const { title, name, kind: job } = thing
  return kind.title ? kind.title(thing) : (title ?? name ?? text(`job.${job}`))
}

/** Opens and focuses the part named in the fragment of the URL. */
const leadToPart = () => {
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
    button(text('view.download'), ({ target }) => during(target, alert, () => download(id))),
  )

const showThing = (me, { thing, contents, parts }) => {
  const above = breadcrumbs(thing.breadcrumbs ?? kind.above?.(thing) ?? [])
  const body = element('div', { className: 'thing' })
  const title = titleOf(thing)
  const { alert } = showSignedIn(me, { title, above }, body)
  const names = typeof kind.fields === 'function' ? kind.fields(thing) : kind.fields
  const { html, isCut, reason } = thing
  body.append(
    fieldList(thing, names),
    kind.text && thing.status === 'ready' ? downloadButton(alert) : '',
    safeHtml(html, alert, { title, isCut, className: thing.content ? '' : 'lines' }),
    statusLine(reason),
    fileList(thing.attachments ?? thing.files ?? [], alert),
    ...chapterList(thing, alert),
    kind.contents ? contentList(contents, kind.contents) : '',
    partList(kind.heading ?? 'comments', parts, alert),
  )
  leadToPart()
}

const refuse = (me, error) => {
  const alert = alertLine()
  showSignedIn(me, { title: text('view.refused') }, alert)
  alert.textContent = sentenceOf(error)
}

const view = async () => {
  const [me, found] = await loaded(
    callMe(),
    readAll().catch((error) => ({ error })),
  )
  if (found.error) return refuse(me, found.error)
  try {
    showThing(me, found)
  } catch (error) {
    reportError(error)
    refuse(me, { sentence: text('refusals.service.failed') })
  }
}

const signIn = () => {
  const [title, submit] = [text('signIn.title'), text('signIn.submit')]
  const next = location.pathname + location.hash
  const done = (session) => {
    keep(session)
    return view()
  }
  return showSignIn({ title, submit, purpose: { next }, done })
}

if (kind.page) location.replace(`${site}/account/${kind.page}`)
else if (kept()) void view()
else void signIn()

addEventListener('hashchange', leadToPart)
