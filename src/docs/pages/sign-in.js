import { showProviders, takeSession } from './providers.js'

/**
 * The sign-in form. The token stays in this module; on a developer's machine it is also in the tab's storage, which the
 * start page shares. Events on the document: `token` announces the token to send from now on (null for none); `answer`
 * (of a tried operation) and `authorization` (a token entered or removed by hand) report other changes on the page.
 */
const section = document.getElementById('sign-in')
const form = section.querySelector('form')
const person = section.querySelector('#person')
const message = section.querySelector('#message')
const api = section.dataset.api
const maxTimerMilliseconds = 2 ** 31 - 1

const store = 'keepsSession' in section.dataset ? sessionStorage : undefined

/** Module that shares the session with other tabs, if the tab stores it. */
let tabs

let current = null
let expiry

/** Returns the session of this tab in the form shared with other tabs. */
const session = () => current && JSON.parse(store?.getItem('session') ?? 'null')

const say = (text, isError = false) => {
  message.textContent = text
  message.classList.toggle('error', isError)
}

const show = () => {
  form.hidden = current !== null
  person.hidden = current === null
}

const send = (path, token, body) =>
  fetch(`${api}${path}`, {
    method: path === '/auth/me' ? 'GET' : 'POST',
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

const formatClock = (seconds) =>
  new Date(Date.now() + seconds * 1_000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

const describePerson = async (token, seconds) => {
  const answer = await send('/auth/me', token).catch(() => undefined)
  if (token !== current) return
  if (answer?.status === 401) return forget('The service does not accept this token. Please sign in.', true)
  const me = answer?.ok ? await answer.json() : undefined
  const who = me ? `Signed in as ${me.name} (${me.email})` : 'Signed in'
  person.querySelector('span').textContent = seconds ? `${who} until ${formatClock(seconds)}.` : `${who}.`
}

const adopt = (token, seconds, id = Math.random()) => {
  clearTimeout(expiry)
  current = token
  const until = seconds && Date.now() + seconds * 1_000
  store?.setItem('session', JSON.stringify({ id, token, until }))
  tabs?.announce(id, session())
  if (seconds)
    expiry = setTimeout(
      () => forget('Your session has ended. Please sign in again.', true),
      Math.min(seconds * 1_000, maxTimerMilliseconds),
    )
  person.querySelector('span').textContent = 'Signed in.'
  say('')
  show()
  document.dispatchEvent(new CustomEvent('token', { detail: token }))
  return describePerson(token, seconds)
}

const adoptShared = ({ id, token, until }) => adopt(token, until && (until - Date.now()) / 1_000, id)

const forget = (text, isError) => {
  clearTimeout(expiry)
  const { id } = JSON.parse(store?.getItem('session') ?? '{}')
  if (id) tabs?.announce(id)
  store?.removeItem('session')
  current = null
  show()
  say(text, isError)
  document.dispatchEvent(new CustomEvent('token', { detail: null }))
}

const detailOf = async (answer) => {
  const problem = await answer.json().catch(() => undefined)
  return problem?.detail ?? `The service answered with the status ${answer.status}. Please try again.`
}

const signIn = async (email, password) => {
  say('Signing in …')
  try {
    const answer = await send('/auth/login', null, { email, password })
    if (!answer.ok) return say(await detailOf(answer), true)
    const { access_token, expires_in } = await answer.json()
    form.reset()
    await adopt(access_token, expires_in)
    person.querySelector('button').focus()
  } catch {
    say('The service cannot be reached. Please try again.', true)
  }
}

const signOut = async () => {
  const token = current
  forget('')
  const answer = await send('/auth/logout', token).catch(() => undefined)
  const isOver = answer?.status === 204 || answer?.status === 401
  say(
    isOver
      ? 'You are signed out.'
      : 'This page has forgotten the token, but the service did not invalidate it.',
    !isOver,
  )
  form.elements.email.focus()
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { email, password } = form.elements
  if (event.submitter?.value) return signIn(event.submitter.value, section.dataset.password)
  if (email.value === '' || password.value === '') {
    say('Enter your email and your password.', true)
    return (email.value === '' ? email : password).focus()
  }
  return signIn(email.value, password.value)
})
person.querySelector('button').addEventListener('click', () => void signOut())

document.addEventListener('authorization', ({ detail: token }) => {
  if (token === current) return
  if (token) void adopt(token)
  else forget('')
})

document.addEventListener('answer', ({ detail: { path, status, code, body } }) => {
  if (status === 200 && /\/auth\/(login|refresh)$/.test(path))
    void adopt(body.access_token, body.expires_in, path.endsWith('refresh') ? session()?.id : undefined)
  else if (status === 204 && path.endsWith('/auth/logout')) forget('You are signed out.')
  else if (code === 'auth.token_invalid' && current !== null)
    forget('Your session has ended. Please sign in again.', true)
})

const resumeSession = async () => {
  tabs = store && (await import(section.dataset.tabs))
  const stored = takeSession() ?? JSON.parse(store?.getItem('session') ?? 'null') ?? (await tabs?.askTabs())
  if (stored && current === null) void adoptShared(stored)
  tabs?.shareSession(session, (other) => (other ? adoptShared(other) : forget('You are signed out.')))
}
// the other scripts listen by this time
document.addEventListener('DOMContentLoaded', () => void resumeSession())

const { singleSignOn: module } = section.dataset
void showProviders(form, { api, module, say: (text) => text && say(text, true) })
section.hidden = false
