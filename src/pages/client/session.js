import { announce, askTabs, shareSession } from './tabs.js'
import { locale, reader, speaks, text } from './texts.js'

const url = new URL(document.body.dataset.url)

/** The path of the service on its host. */
export const site = url.pathname.replace(/\/$/, '')

/** Where providers send people back to: at the public address of the service, which knows no other. */
export const signedInUrl = `${url.href.replace(/\/$/, '')}/account/signed-in`

/** What the service refuses, in a sentence for the person. */
export class Refused extends Error {
  constructor(status, code, detail, retryAfter) {
    super(detail)
    this.status = status
    this.code = code
    const minutes = Math.max(1, Math.ceil(retryAfter / 60))
    const when = new Intl.RelativeTimeFormat(locale).format(minutes, 'minute')
    this.sentence = text(`refusals.${code}`, { when }) ?? text(`refusals.${status}`) ?? detail
  }
}

/** What the API answers. Throws {@link Refused}, or another error where something between does not let it answer. */
export const send = async (method, path, { token, body } = {}) => {
  const response = await fetch(`${site}/api/v1${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status === 204) return undefined
  const answer = await response.json()
  const { headers, status, ok } = response
  if (ok) return answer
  if (typeof answer.detail !== 'string') throw new Error(`The service answered ${status}.`)
  throw new Refused(status, headers.get('X-Error-Code'), answer.detail, Number(headers.get('Retry-After')))
}

/** A session as this tab keeps it. It is exchanged in the second half of its life, under the same id. */
export const sessionOf = ({ access_token: token, expires_in: seconds }, more = {}) => {
  const now = Date.now()
  return { id: Math.random(), ...more, token, until: now + seconds * 1_000, refreshAt: now + seconds * 500 }
}

// sessionStorage ends with the tab, and goes to no server (decision 0053)
const stored = () => JSON.parse(sessionStorage.getItem('session') ?? 'null')
const store = (session) => sessionStorage.setItem('session', JSON.stringify(session))

/** Keeps a session in this tab, and in the others that have it. */
export const keep = (session) => {
  store(session)
  if (!session.once) announce(session.id, session)
}

export const forget = () => {
  const { id, once } = stored() ?? {}
  sessionStorage.removeItem('session')
  if (id && !once) announce(id)
}

/** The session of this tab, if there is one. */
export const kept = () => {
  const session = stored()
  if (session?.until <= Date.now()) return forget()
  return session ?? undefined
}

shareSession(kept, (session) => {
  if (session) return store(session)
  sessionStorage.removeItem('session')
  location.reload()
})
const shared = kept() ? undefined : await askTabs()
if (shared) store(shared)

/** Leads to the page to sign in on, and from there back to this one. */
const signInAgain = (reason) => {
  forget()
  location.replace(
    `${site}/account/sign-in?next=${encodeURIComponent(location.pathname + location.hash)}#${reason}`,
  )
  // the page is being left
  return new Promise(() => {})
}

const refresh = async ({ id, token }) =>
  keep(sessionOf(await send('POST', '/auth/refresh', { token }), { id, reader }))
let refreshing

/** What the API answers the person who is signed in; who is not gets to the page to sign in on. */
export const call = async (method, path, body) => {
  const session = kept()
  if (!session) return signInAgain('needed')
  try {
    if (session.refreshAt <= Date.now()) {
      refreshing ??= refresh(session).finally(() => (refreshing = undefined))
      await refreshing.catch((error) => {
        // otherwise the token is still good
        if (error.status === 401) throw error
      })
    }
    return await send(method, path, { token: (kept() ?? session).token, body })
  } catch (error) {
    if (error.status === 401) return signInAgain('ended')
    throw error
  }
}

/** The person who is signed in. A page in another language than theirs begins again. */
export const callMe = async () => {
  const me = await call('GET', '/auth/me')
  Object.assign(reader, { locale: me.locale, timezone: me.timezone })
  keep({ ...kept(), reader })
  if (speaks(me.locale)) return me
  location.reload()
  return new Promise(() => {})
}

/** All of a list, page by page. */
export const callAll = async (path) => {
  const items = []
  let cursor = ''
  do {
    const page = await call(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor)
  return items
}

/** Deletes what is there; what is gone already is as good. */
export const callDelete = (path) =>
  call('DELETE', path).catch((error) => {
    if (error.status !== 404) throw error
  })

/** Ends the session of a token; what is over already is as good, and a token of a program has none. */
export const end = (token, path = '/auth/logout') =>
  send('POST', path, { token }).catch((error) => {
    if (error.status !== 401 && error.status !== 403) throw error
  })

/** Signs out here, and leads to where the provider of single sign-on does, if the session began by it. */
export const signOut = async () => {
  const session = kept()
  const answer = session && (await end(session.token, '/auth/oidc/logout'))
  forget()
  location.replace(answer?.logout_url ?? `${site}/account/sign-in#signed_out`)
}

const pages = ['sessions', 'tokens'].map((name) => `${site}/account/${name}`)
const isView = (path) => path?.startsWith(`${site}/view/`) && /^[\w/#-]+$/.test(path.slice(site.length))

/** The page that follows the sign-in: of ours, whatever an address asks for. */
export const pageAfter = (next) => (pages.includes(next) || isView(next) ? next : pages[0])
