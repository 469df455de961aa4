import { escapeHtml } from '../platform/http/answer/html-page.ts'
import { basePath } from '../platform/http/base-path.ts'
import { assetPath } from '../pages/asset.ts'
import { demoPeople, keepsSession } from '../pages/demo-people.ts'

/** Returns a button for each demo person, if there are any. */
const demoPeopleHtml = () => {
  const { people } = demoPeople() ?? {}
  if (!people) return ''
  const buttons = people.map(
    ({ email, name, role }) =>
      `<button name="person" value="${escapeHtml(email)}" title="${escapeHtml(role)}">${escapeHtml(name)}</button>`,
  )
  return `<div id="people" role="group" aria-label="Demo people">or as ${buttons.join(' ')}</div>\n`
}

/** Returns the sign-in form of the page (pages/sign-in.js), hidden until that script runs. */
export const signInForm = (): string => {
  const password = escapeHtml(demoPeople()?.password ?? '')
  const begin = `data-single-sign-on="${assetPath('single-sign-on.js')}" data-tabs="${assetPath('tabs.js')}"`
  const settings = `data-api="${basePath()}/api/v1" ${begin} data-password="${password}"${keepsSession()}`
  return `<section id="sign-in" aria-label="Sign in" ${settings} hidden>
<form method="post" novalidate>
<label>Email <input name="email" type="email" autocomplete="username" spellcheck="false"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button>Sign in</button>
${demoPeopleHtml()}</form>
<div id="person" hidden><span></span> <button type="button">Sign out</button></div>
<p id="message" role="status"></p>
</section>
`
}
