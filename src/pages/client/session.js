import { announce, askTabs, shareSession } from './tabs.js'
import { locale, reader, hasLanguage, text } from './texts.js'

const url = new URL(document.body.dataset.url)

export const base = url.pathname.replace(/\/$/, '')

/** Redirect URL for identity providers, at the public address, the only one that the service accepts. */
export const signedInUrl = `${url.href.replace(/\/$/, '')}/account/signed-in`

/** A problem response of the service, with a sentence for the person. */
export class Problem extends Error {
  constructor(status, code, detail, retryAfter) {
    super(detail)
    this.status = status
    this.code = code
    const minutes = Math.max(1, Math.ceil(retryAfter / 60))
    const when = new Intl.RelativeTimeFormat(locale).format(minutes, 'minute')
    this.sentence = text(`refusals.${code}`, { when }) ?? text(`refusals.${status}`) ?? detail
  }
}

/**
 * Returns the response of the API. Throws {@link Problem}, or another error if the response does not come from the API.
 */
export const send = async (method, path, { token, body } = {}) => {
  const response = await fetch(`${base}/api/v1${path}`, {
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
  throw new Problem(status, headers.get('X-Error-Code'), answer.detail, Number(headers.get('Retry-After')))
}

/** Returns a session as this tab stores it. It is refreshed in the second half of its lifetime, under the same ID. */
export const toSession = ({ access_token: token, expires_in: seconds }, more = {}) => {
  const now = Date.now()
  return { id: Math.random(), ...more, token, until: now + seconds * 1_000, refreshAt: now + seconds * 500 }
}

// sessionStorage ends with the tab, and is sent to no server (decision 0053)
const readStored = () => JSON.parse(sessionStorage.getItem('session') ?? 'null')
const store = (session) => sessionStorage.setItem('session', JSON.stringify(session))

export const saveSession = (session) => {
  store(session)
  if (!session.once) announce(session.id, session)
}

export const clearSession = () => {
  const { id, once } = readStored() ?? {}
  sessionStorage.removeItem('session')
  if (id && !once) announce(id)
}

export const getSession = () => {
  const session = readStored()
  if (session?.until <= Date.now()) return clearSession()
  return session ?? undefined
}

shareSession(getSession, (session) => {
  if (session) return store(session)
  sessionStorage.removeItem('session')
  location.reload()
})
const shared = getSession() ? undefined : await askTabs()
if (shared) store(shared)

const signInAgain = (reason) => {
  clearSession()
  location.replace(
    `${base}/account/sign-in?next=${encodeURIComponent(location.pathname + location.hash)}#${reason}`,
  )
  // never settles, because the browser is leaving the page
  return new Promise(() => {})
}

const refresh = async ({ id, token }) =>
  saveSession(toSession(await send('POST', '/auth/refresh', { token }), { id, reader }))
let refreshing

/** Returns the response of the API for the signed-in person; redirects to the sign-in page if nobody is signed in. */
export const call = async (method, path, body) => {
  const session = getSession()
  if (!session) return signInAgain('needed')
  try {
    if (session.refreshAt <= Date.now()) {
      refreshing ??= refresh(session).finally(() => (refreshing = undefined))
      await refreshing.catch((error) => {
        // otherwise the token is still valid
        if (error.status === 401) throw error
      })
    }
    return await send(method, path, { token: (getSession() ?? session).token, body })
  } catch (error) {
    if (error.status === 401) return signInAgain('ended')
    throw error
  }
}

/** Returns the signed-in person. Reloads the page if their language differs from its own. */
export const callMe = async () => {
  const me = await call('GET', '/auth/me')
  Object.assign(reader, { locale: me.locale, timezone: me.timezone })
  saveSession({ ...getSession(), reader })
  if (hasLanguage(me.locale)) return me
  location.reload()
  return new Promise(() => {})
}

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

/** Deletes a resource; one that is deleted already counts as success. */
export const callDelete = (path) =>
  call('DELETE', path).catch((error) => {
    if (error.status !== 404) throw error
  })

/**
 * Ends the session of a token. A session that is over counts as success, and so does an access token, which has none.
 */
export const endSession = (token, path = '/auth/logout') =>
  send('POST', path, { token }).catch((error) => {
    if (error.status !== 401 && error.status !== 403) throw error
  })

export const signOut = async () => {
  const session = getSession()
  const answer = session && (await endSession(session.token, '/auth/oidc/logout'))
  clearSession()
  location.replace(answer?.logout_url ?? `${base}/account/sign-in#signed_out`)
}

const pages = ['sessions', 'tokens'].map((name) => `${base}/account/${name}`)
const isViewPath = (path) => path?.startsWith(`${base}/view/`) && /^[\w/#-]+$/.test(path.slice(base.length))

/** Returns the page to show after the sign-in: always one of ours, whatever `next` says. */
export const allowedPage = (next) => (pages.includes(next) || isViewPath(next) ? next : pages[0])
