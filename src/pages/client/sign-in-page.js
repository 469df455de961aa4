import { saveSession, getSession, allowedPage } from './session.js'
import { showSignIn } from './sign-in-form.js'
import { text } from './texts.js'

const next = allowedPage(new URLSearchParams(location.search).get('next'))

const done = (session) => {
  saveSession(session)
  location.replace(next)
}

if (getSession()) location.replace(next)
else void showSignIn({ title: text('signIn.title'), submit: text('signIn.submit'), purpose: { next }, done })
