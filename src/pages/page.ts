import { escapeHtml } from '../platform/http/answer/html-page.ts'
import { HttpReply, type OutgoingHeaders } from '../platform/http/exchange/http-reply.ts'
import { environment } from '../platform/runtime/environment.ts'
import { assetPath, assetSource, type AssetName } from './asset.ts'
import { demoPeople } from './demo-people.ts'

/** Additional sources and directives of a page's policy. */
type Sources = Partial<Record<'pictures' | 'styles' | 'connections', string>> & { policy?: string[] }

/**
 * Returns the headers of a page that loads only our own files and other `sources`, has no inline script, and cannot be
 * framed; `host` is the request's `Host`.
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

/** Text in all languages, because the reader's language is not known yet (decision 0057). */
const withoutScript = Object.entries({
  en: 'This page needs JavaScript.',
  de: 'Diese Seite braucht JavaScript.',
  fr: 'Cette page a besoin de JavaScript.',
  es: 'Esta página necesita JavaScript.',
})
  .map(([language, text]) => `<p lang="${language}">${text}</p>`)
  .join('')

/** Modules that every script imports, directly or not, to load in parallel. */
const modules = ['elements.js', 'session.js', 'tabs.js', 'texts.js'] as const

/** Returns the attribute with the demo people, only on a developer's machine. */
const demo = (): string => {
  const people = demoPeople()
  return people ? ` data-demo="${escapeHtml(JSON.stringify(people))}"` : ''
}

/**
 * Returns a page for people, the same for everybody: its script fetches the content with the session of the tab
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
