import { escapeHtml } from '../platform/http/answer/html-page.ts'
import { HttpReply, type OutgoingHeaders } from '../platform/http/answer/http-reply.ts'
import { environment } from '../platform/runtime/environment.ts'
import { assetPath, assetSource, type AssetName } from './asset.ts'
import { demoPeople } from './demo-people.ts'

/** Further sources of a page's policy, and further directives. */
type Sources = Partial<Record<'pictures' | 'styles' | 'connections', string>> & { policy?: string[] }

/**
 * The headers of a page that loads only our own files and other `sources`, has no inline script, and cannot be framed;
 * `host` is the `Host` of its request.
 */
export const staticPageHeaders = (
  host: string | undefined,
  { pictures = '', styles = '', connections = '', policy = [] }: Sources = {},
): OutgoingHeaders => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src ${assetSource(host)}`,
    `style-src ${assetSource(host)} ${styles}`.trimEnd(),
    `img-src 'self' ${pictures}`.trimEnd(),
    `connect-src 'self' ${connections}`.trimEnd(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...policy,
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
})

/** In the languages of the texts, since nobody knows yet who reads (decision 0057). */
const withoutScript = Object.entries({
  en: 'This page needs JavaScript.',
  de: 'Diese Seite braucht JavaScript.',
  fr: 'Cette page a besoin de JavaScript.',
  es: 'Esta página necesita JavaScript.',
})
  .map(([language, text]) => `<p lang="${language}">${text}</p>`)
  .join('')

/** What every script imports, directly or not: loaded at once. */
const modules = ['elements.js', 'session.js', 'tabs.js', 'texts.js'] as const

/** Demo people, whom only a service on a developer's machine names. */
const demo = (): string => {
  const people = demoPeople()
  return people ? ` data-demo="${escapeHtml(JSON.stringify(people))}"` : ''
}

/**
 * A page for people, the same for everybody: its script fetches what it shows, with the session of its tab
 * (decision 0053).
 */
export const page = (
  script: AssetName & `${string}-page.js`,
  host: string | undefined,
  sources?: Sources,
): HttpReply<unknown> => {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Enterprise platform</title>
<link rel="icon" type="image/svg+xml" href="${assetPath('icon.svg')}">
<link rel="stylesheet" href="${assetPath('base.css')}">
<link rel="stylesheet" href="${assetPath('pages.css')}">
${modules.map((name) => `<link rel="modulepreload" href="${assetPath(name)}">`).join('\n')}
</head>
<body data-url="${escapeHtml(environment.publicUrl)}"${demo()}>
<main>
<noscript>${withoutScript}</noscript>
</main>
<script type="module" src="${assetPath(script)}"></script>
</body>
</html>
`
  return new HttpReply(html, { headers: staticPageHeaders(host, sources) })
}
