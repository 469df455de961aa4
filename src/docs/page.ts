import { escapeHtml } from '../platform/http/answer/html-page.ts'
import { HttpReply } from '../platform/http/exchange/http-reply.ts'
import { basePath } from '../platform/http/base-path.ts'
import { environment } from '../platform/runtime/environment.ts'
import { assetPath, assets, type AssetName } from '../pages/asset.ts'
import { staticPageHeaders } from '../pages/page.ts'

export interface DocumentationPage {
  title: string
  host: string | undefined
  /** Path below the root of the service, a key of `pages`. */
  path: string
  styles: AssetName[]
  /** Scripts, in the order in which they run. */
  scripts: AssetName[]
  /** HTML at the top of the page, after the links. */
  header?: string
  /** Allows this page's scripts to create styles; `styleHashes` allows those that they create without the nonce. */
  nonce?: string
  styleHashes?: string[]
  /** Further directives of the Content Security Policy. */
  policy?: string[]
}

const pages = {
  '/': 'Start',
  '/docs': 'Try it out',
  '/redoc': 'Read',
  '/openapi.json': 'openapi.json',
  '/openapi.yaml': 'openapi.yaml',
}

/** Returns the attribute of a script: ours are modules, those of packages are not. Both run in order after parsing. */
const scriptAttribute = (name: AssetName) =>
  assets[name].file.startsWith('src/') ? 'type="module"' : 'defer'

const scriptTag = (name: AssetName, nonce = '') =>
  `<script ${scriptAttribute(name)} src="${assetPath(name)}"${nonce && ` nonce="${nonce}"`}></script>`

const navigationLinks = (current: string) =>
  Object.entries(pages)
    .map(([path, name]) => {
      const mark = path === current ? ' aria-current="page"' : ''
      return `<a href="${basePath()}${path}"${mark}>${name}</a>`
    })
    .concat(`<a href="${assetPath('third-party-notices.txt')}">Licenses</a>`)
    .join('\n')

export const docsPage = (about: DocumentationPage): HttpReply<unknown> => {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${about.title}</title>
<link rel="icon" type="image/svg+xml" href="${assetPath('icon.svg')}">
${about.styles.map((name) => `<link rel="stylesheet" href="${assetPath(name)}">`).join('\n')}
</head>
<body data-url="${escapeHtml(environment.publicUrl)}">
<header class="site">
<nav aria-label="Reference">
${navigationLinks(about.path)}
</nav>
${about.header ?? ''}</header>
<main id="reference" data-document="${basePath()}/openapi.json"><noscript>This page needs JavaScript; the document
itself is openapi.json.</noscript></main>
${about.scripts.map((name) => scriptTag(name, about.nonce)).join('\n')}
</body>
</html>
`
  const { host, nonce, styleHashes = [], policy = [] } = about
  const styles = [...(nonce ? [`nonce-${nonce}`] : []), ...styleHashes]
    .map((source) => `'${source}'`)
    .join(' ')
  // "Try it out" calls the service's own address
  const connections = new URL(environment.publicUrl).origin
  return new HttpReply(html, {
    headers: staticPageHeaders(host, { pictures: 'data:', styles, connections, policy }),
  })
}
