import { HttpReply } from '../platform/http/http-reply.ts'
import { environment } from '../platform/runtime/environment.ts'
import { assetPath, type AssetName } from './asset.ts'
import { sitePath } from './site.ts'

export interface Page {
  title: string
  styles: AssetName[]
  /** The last one starts the page; it finds the document's address, and the nonce, on its own element. */
  scripts: AssetName[]
  /** Lets this page's scripts make styles; those that they make without it are named by their hashes. */
  nonce?: string
  styleHashes?: string[]
  /** More of the Content Security Policy. */
  policy?: string[]
}

/**
 * Nothing is loaded from another host and no script stands in the page; "Try it out" may call the service's
 * address.
 */
const policyOf = ({ nonce, styleHashes = [], policy = [] }: Page) => {
  const styles = [...(nonce ? [`nonce-${nonce}`] : []), ...styleHashes].map((source) => ` '${source}'`)
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styles.join('')}`,
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(environment.publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...policy,
  ].join('; ')
}

const scriptTag = (name: AssetName, nonce: string) =>
  `<script src="${assetPath(name)}" data-document="${sitePath()}/openapi.json"${nonce}></script>`

/** A page of the reference. */
export const page = (about: Page): HttpReply<unknown> => {
  const nonce = about.nonce ? ` nonce="${about.nonce}"` : ''
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${about.title}</title>
<link rel="icon" type="image/svg+xml" href="${assetPath('icon.svg')}">
${about.styles.map((name) => `<link rel="stylesheet" href="${assetPath(name)}">`).join('\n')}
</head>
<body>
<main id="reference"><noscript>This page needs JavaScript; the document itself is
<a href="${sitePath()}/openapi.json">openapi.json</a>.</noscript></main>
${about.scripts.map((name) => scriptTag(name, nonce)).join('\n')}
</body>
</html>
`
  return new HttpReply(html, {
    headers: {
      'Content-Security-Policy': policyOf(about),
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
  })
}
