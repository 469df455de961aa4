const { api, url, ...settings } = document.currentScript.dataset

/** Storage of the session in the tab on a developer's machine, so that /docs and later visits have it too. */
const store = 'keepsSession' in settings ? sessionStorage : undefined

const byId = (id) => document.getElementById(id)
const form = document.forms[0]
const alert = document.querySelector('[role=alert]')

/** Module that shares the session with other tabs, if the tab stores it. */
let tabs

const storedSession = () => JSON.parse(store?.getItem('session') ?? 'null')

/** Access token, stored only in `store`; without that, it is lost when the page closes. */
let token

/** Error with the service's own explanation. */
class Problem extends Error {}

const send = async (method, path, body) => {
  const response = await fetch(api + path, {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  let answer
  try {
    answer = text && JSON.parse(text)
  } catch {
    // a proxy in between may answer with a page of its own
    throw new Error(`The service answered ${response.status} and no JSON.`)
  }
  if (!response.ok) throw new Problem(answer.detail)
  return { status: response.status, answer }
}

const errorSentence = (error) =>
  error instanceof Problem ? error.message : 'The service does not respond. Please try again.'

const showState = async () => {
  const state = byId('state')
  const start = performance.now()
  try {
    await send('GET', '/health')
    state.textContent = `The service responded in ${Math.round(performance.now() - start)} ms.`
  } catch {
    state.textContent = 'The service does not respond. Please reload this page in a moment.'
    state.className = 'wrong'
  }
}

const calls = {
  curl: () => `curl -s ${url}/auth/me -H 'Authorization: Bearer ${token}'`,
  fetch: () =>
    [
      `const response = await fetch('${url}/auth/me', {`,
      `  headers: { Authorization: 'Bearer ${token}' },`,
      `})`,
      `console.log(response.status, await response.json())`,
    ].join('\n'),
}

const showSignedIn = (isSignedIn) => {
  byId('sign-in').hidden = isSignedIn
  byId('signed-in').hidden = !isSignedIn
  for (const [id, call] of Object.entries(calls)) byId(id).textContent = isSignedIn ? call() : ''
  if (isSignedIn) return
  for (const id of ['answer', 'person', 'expiry']) byId(id).textContent = ''
  for (const status of byId('signed-in').querySelectorAll('[role=status]')) status.textContent = ''
}

const showAnswer = ({ status, answer }) => {
  byId('answer').textContent = `${status}\n${JSON.stringify(answer, null, 2)}`
  byId('person').textContent = answer.name
}

const adopt = async (session) => {
  token = session.token
  showAnswer(await send('GET', '/auth/me'))
  store?.setItem('session', JSON.stringify(session))
  tabs?.announce(session.id, session)
  byId('expiry').textContent = session.until ? new Date(session.until).toLocaleString() : 'it expires'
  showSignedIn(true)
}

const signIn = async (email, password) => {
  const { answer } = await send('POST', '/auth/login', { email, password })
  const until = Date.now() + answer.expires_in * 1000
  await adopt({ id: Math.random(), token: answer.access_token, until })
  byId('signed-in-title').focus()
}

const drop = () => {
  token = undefined
  store?.removeItem('session')
}

const leave = () => {
  drop()
  showSignedIn(false)
  form.reset()
}

const resume = async () => {
  const { showProviders, takeSession } = await import('./providers.js')
  tabs = store && (await import(settings.tabs))
  tabs?.shareSession(storedSession, (session) => (session ? adopt(session) : leave()))
  const session = takeSession() ?? storedSession() ?? (await tabs?.askTabs())
  const say = (text) => (alert.textContent = text)
  void showProviders(form, { api, module: settings.singleSignOn, say })
  if (session) await adopt(session).catch(drop)
}

const signOut = async () => {
  // an ended session is as good as one that is ended now
  await send('POST', '/auth/logout').catch(() => {})
  tabs?.announce(storedSession()?.id)
  leave()
  form.elements.email.focus()
}

/** Runs the action of a button, one at a time, and shows its error. */
const run = async (work) => {
  const buttons = document.querySelectorAll('#sign-in button, #sign-out')
  for (const button of buttons) button.disabled = true
  alert.textContent = ''
  try {
    await work()
  } catch (error) {
    token = undefined
    alert.textContent = errorSentence(error)
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

const select = (element) => {
  const range = document.createRange()
  range.selectNodeContents(element)
  getSelection().removeAllRanges()
  getSelection().addRange(range)
}

const copy = async (button) => {
  const code = byId(button.dataset.copies)
  const status = button.parentElement.querySelector('[role=status]')
  try {
    await navigator.clipboard.writeText(code.textContent)
    status.textContent = 'Copied.'
  } catch {
    // without permission for the clipboard, people copy the selection
    select(code)
    status.textContent = 'Selected; please copy it with your keyboard.'
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { email, password } = form.elements
  void run(() => signIn(email.value, password.value))
})
for (const button of document.querySelectorAll('[data-email]'))
  button.addEventListener(
    'click',
    () => void run(() => signIn(button.dataset.email, button.dataset.password)),
  )
for (const button of document.querySelectorAll('[data-copies]'))
  button.addEventListener('click', () => void copy(button))
byId('sign-out').addEventListener('click', () => void run(signOut))

void showState()
void resume()
