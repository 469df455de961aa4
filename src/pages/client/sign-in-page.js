import { keep, kept, pageAfter } from './session.js'
import { showSignIn } from './sign-in-form.js'
import { text } from './texts.js'

const next = pageAfter(new URLSearchParams(location.search).get('next'))

const done = (session) => {
  keep(session)
  location.replace(next)
}

if (kept()) location.replace(next)
else void showSignIn({ title: text('signIn.title'), submit: text('signIn.submit'), purpose: { next }, done })
