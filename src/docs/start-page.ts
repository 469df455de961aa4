import { escapeHtml } from '../platform/http/answer/html-page.ts'
import { staticPageHeaders } from '../pages/page.ts'
import { HttpReply } from '../platform/http/exchange/http-reply.ts'
import { basePath } from '../platform/http/base-path.ts'
import { environment } from '../platform/runtime/environment.ts'
import { assetPath } from '../pages/asset.ts'
import { demoPeople, keepsSession, type DemoPeople } from '../pages/demo-people.ts'
import { examplesHtml } from './examples.ts'
import { signInHtml } from './sign-in-section.ts'
import service from '#generated/service.json' with { type: 'json' }

const ways = [
  ['/docs', 'Try the API', 'Every operation, with a button that sends the request.'],
  ['/redoc', 'Read the reference', 'The whole API on one page, to read and search.'],
  ['/openapi.json', 'OpenAPI document', 'As JSON, for client generators.'],
  ['/openapi.yaml', 'The same in YAML', 'Easier for people to read.'],
] as const

const waysHtml = () =>
  ways
    .map(([path, name, about]) => `<li><a href="${basePath()}${path}">${name}</a><span>${about}</span></li>`)
    .join('\n')

const codeHtml = (id: string, title: string) => `<div class="code">
<h3 id="${id}-title">${title}</h3>
<button type="button" data-copies="${id}">Copy<span class="unseen"> the ${title} call</span></button>
<pre id="${id}" tabindex="0" role="region" aria-labelledby="${id}-title"></pre>
<p role="status"></p>
</div>`

const signedInHtml = `<section id="signed-in" aria-labelledby="signed-in-title" hidden>
<h2 id="signed-in-title" tabindex="-1">Your first call</h2>
<p>You are signed in as <strong id="person"></strong>. The calls below carry your access token: anyone who has it can
act as you until <span id="expiry"></span>, or until you sign out.</p>
<p><button type="button" id="sign-out">Sign out</button></p>
${codeHtml('curl', 'curl')}
${codeHtml('fetch', 'JavaScript')}
<div class="code">
<h3 id="answer-title">Its answer</h3>
<pre id="answer" tabindex="0" role="region" aria-labelledby="answer-title"></pre>
</div>
</section>`

const startPageHtml = (people: DemoPeople | undefined) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Enterprise platform</title>
<link rel="icon" type="image/svg+xml" href="${assetPath('icon.svg')}">
<link rel="stylesheet" href="${assetPath('base.css')}">
<link rel="stylesheet" href="${assetPath('start-page.css')}">
</head>
<body data-url="${escapeHtml(environment.publicUrl)}">
<header>
<h1><img src="${assetPath('icon.svg')}" alt="" width="40" height="40">Enterprise platform</h1>
<p>Sign-in, AI assistants and chats, courses, a wiki, projects and tasks, a support desk, files, a host for an online
document editor, and one search over all of it: one JSON API for the clients that you build.</p>
<p class="state">Version ${escapeHtml(service.version)}. <span role="status" id="state">Checking whether the service
responds…</span></p>
</header>
<main>
<noscript><p>Signing in on this page needs JavaScript; the links below work without.</p></noscript>
${signInHtml(people)}
${signedInHtml}
<section aria-labelledby="ways-title">
<h2 id="ways-title">Documentation</h2>
<ul class="ways">
${waysHtml()}
</ul>
</section>
${people ? examplesHtml() : ''}
</main>
<script src="${assetPath('start-page.js')}" defer data-api="${basePath()}/api/v1"
data-single-sign-on="${assetPath('single-sign-on.js')}" data-tabs="${assetPath('tabs.js')}"
data-url="${escapeHtml(environment.publicUrl)}/api/v1"${keepsSession()}></script>
</body>
</html>
`

/**
 * Returns the page at the root: an introduction, the state of the service, a first call, and links to the
 * documentation.
 */
export const startPage = (host: string | undefined): HttpReply<unknown> =>
  new HttpReply(startPageHtml(demoPeople()), { headers: staticPageHeaders(host) })
