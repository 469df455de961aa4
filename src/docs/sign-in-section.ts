import { escapeHtml } from '../platform/http/answer/html-page.ts'
import { basePath } from '../platform/http/base-path.ts'
import type { DemoPeople } from '../pages/demo-people.ts'

const roleNames: Record<string, string> = { admin: 'administrator', support_agent: 'support agent' }

const peopleHtml = ({
  people,
  password,
}: DemoPeople) => `<p>This service runs on your machine. Sign in with one click as
a person of the demo; the password is <code>${escapeHtml(password)}</code>:</p>
<ul class="people">
${people
  .map(
    ({ email, name, role }) =>
      `<li><button type="button" data-email="${escapeHtml(email)}" data-password="${escapeHtml(password)}">` +
      `${escapeHtml(name)}<small>${escapeHtml(roleNames[role] ?? role)}</small></button></li>`,
  )
  .join('\n')}
</ul>`

/** Returns the sign-in form, and a button for each demo person, if there are any. */
export const signInHtml = (
  people: DemoPeople | undefined,
) => `<section id="sign-in" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in</h2>
${people ? peopleHtml(people) : '<p>Sign in to get an access token and your first call.</p>'}
<form method="post">
<label>Email <input name="email" type="email" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<p role="alert"></p>
<p><a href="${basePath()}/account/sessions">Your account</a>: your sessions, and tokens for programs.</p>
</section>`
