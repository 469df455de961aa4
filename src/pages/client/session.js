import { announce, askTabs, shareSession } from './tabs.js'
import { locale, reader, speaks, text } from './texts.js'

const url = new URL(document.body.dataset.url)

/** Base path of the service on its host. */
export const site = url.pathname.replace(/\/$/, '')

/** Redirect URL for identity providers, at the public address, the only one that the service accepts. */
export const signedInUrl = `${url.href.replace(/\/$/, '')}/account/signed-in`

/** A problem response of the service, with a sentence for the person. */
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

/**
 * Returns the response of the API. Throws {@link Refused}, or another error if the response does not come from the API.
 */
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

/** Returns a session as this tab stores it. It is refreshed in the second half of its lifetime, under the same ID. */
export const sessionOf = ({ access_token: token, expires_in: seconds }, more = {}) => {
  const now = Date.now()
  return { id: Math.random(), ...more, token, until: now + seconds * 1_000, refreshAt: now + seconds * 500 }
}

// sessionStorage ends with the tab, and is sent to no server (decision 0053)
const stored = () => JSON.parse(sessionStorage.getItem('session') ?? 'null')
const store = (session) => sessionStorage.setItem('session', JSON.stringify(session))

/** Stores a session in this tab, and in the others that share it. */
export const keep = (session) => {
  store(session)
  if (!session.once) announce(session.id, session)
}

export const forget = () => {
  const { id, once } = stored() ?? {}
  sessionStorage.removeItem('session')
  if (id && !once) announce(id)
}

/** Returns the session of this tab; undefined if there is none. */
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

/** Redirects to the sign-in page, which leads back to this one. */
const signInAgain = (reason) => {
  forget()
  location.replace(
    `${site}/account/sign-in?next=${encodeURIComponent(location.pathname + location.hash)}#${reason}`,
  )
  // never settles, because the browser is leaving the page
  return new Promise(() => {})
}

const refresh = async ({ id, token }) =>
  keep(sessionOf(await send('POST', '/auth/refresh', { token }), { id, reader }))
let refreshing

/** Returns the response of the API for the signed-in person; redirects to the sign-in page if nobody is signed in. */
export const call = async (method, path, body) => {
  const session = kept()
  if (!session) return signInAgain('needed')
  try {
    if (session.refreshAt <= Date.now()) {
      refreshing ??= refresh(session).finally(() => (refreshing = undefined))
      await refreshing.catch((error) => {
        // otherwise the token is still valid
        if (error.status === 401) throw error
      })
    }
    return await send(method, path, { token: (kept() ?? session).token, body })
  } catch (error) {
    if (error.status === 401) return signInAgain('ended')
    throw error
  }
}

/** Returns the signed-in person. Reloads the page if their language differs from its own. */
export const callMe = async () => {
  const me = await call('GET', '/auth/me')
  Object.assign(reader, { locale: me.locale, timezone: me.timezone })
  keep({ ...kept(), reader })
  if (speaks(me.locale)) return me
  location.reload()
  return new Promise(() => {})
}

/** Returns all items of a list, page by page. */
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
export const end = (token, path = '/auth/logout') =>
  send('POST', path, { token }).catch((error) => {
    if (error.status !== 401 && error.status !== 403) throw error
  })

/** Signs out, and redirects to the logout page of the identity provider if the session began there. */
export const signOut = async () => {
  const session = kept()
  const answer = session && (await end(session.token, '/auth/oidc/logout'))
  forget()
  location.replace(answer?.logout_url ?? `${site}/account/sign-in#signed_out`)
}

const pages = ['sessions', 'tokens'].map((name) => `${site}/account/${name}`)
const isView = (path) => path?.startsWith(`${site}/view/`) && /^[\w/#-]+$/.test(path.slice(site.length))

/** Returns the page to show after the sign-in: always one of ours, whatever `next` says. */
export const pageAfter = (next) => (pages.includes(next) || isView(next) ? next : pages[0])
