import { createHash } from 'node:crypto'
import type { OutgoingHeaders } from '../exchange/http-reply.ts'
import type { PageLanguage } from '../request/page-language.ts'
import { basePath } from '../base-path.ts'

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for use in a page, attributes included. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => entities[sign] as string)

/** A self-contained page for a person in a browser. */
export interface HtmlPage {
  title: string
  style: string
  /** HTML. */
  body: string
  script?: string
  /** BCP 47 language tag; English if absent. */
  language?: string
}

/** Style of short pages, in the colors of the other pages (src/pages/client/base.css). */
const plainStyle = [
  ':root{color-scheme:light dark;color:light-dark(#1b2330,#e6ebf2);background:light-dark(#fff,#12161d)}',
  'body{box-sizing:border-box;max-width:34em;margin:0 auto;padding:2em 1em;font:1em/1.5 system-ui,sans-serif}',
  'main{overflow-wrap:anywhere}h1{margin:0 0 1rem;font-size:1.5em;line-height:1.2}p{margin:0 0 1rem}',
  '.brand{display:flex;gap:.625rem;align-items:center;margin:0 0 1.5rem;font-weight:600}',
  '.brand img{width:1.75rem;height:1.75rem}a{color:light-dark(#1f4e8c,#9cc3ff)}',
  'small{color:light-dark(#4d5a6c,#a9b6c8)}main>:last-child{margin-bottom:0}',
  'button{padding:.5rem 1rem;border:1px solid;border-radius:.25rem;font:inherit;cursor:pointer;',
  'color:light-dark(#fff,#0c1a2e);background:light-dark(#1f4e8c,#9cc3ff)}',
  ':focus-visible{outline:3px solid light-dark(#1f4e8c,#9cc3ff);outline-offset:2px}',
  '@media(min-width:40em){body{padding-top:10vh}main{padding:2rem;border-radius:.75rem;',
  'border:1px solid light-dark(#c9d2de,#3a4657);background:light-dark(#fff,#1a2029)}}',
].join('')

const productNames: Record<PageLanguage, string> = {
  en: 'Enterprise platform',
  de: 'Unternehmensplattform',
  fr: 'Plateforme d’entreprise',
  es: 'Plataforma empresarial',
}

/** Returns a short page with the name of the service above its title. */
export const plainPage = ({
  title,
  body,
  language = 'en',
  ...more
}: Omit<HtmlPage, 'style'> & { language?: PageLanguage }): HtmlPage => ({
  ...more,
  title,
  language,
  style: plainStyle,
  body: `<main>
<p class="brand"><img src="${basePath()}/favicon.ico" alt="">${productNames[language]}</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main>`,
})

export const pageHtml = ({
  title,
  style,
  body,
  script,
  language = 'en',
}: HtmlPage): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${basePath()}/favicon.ico">
<style>${style}</style>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</html>
`

/**
 * Returns the headers of a page. The page loads and runs nothing but its icon, its own script and style, and what
 * `allowed` names; it is neither cached nor framed.
 */
export const pageHeaders = ({ style, script }: HtmlPage, allowed: string[] = []): OutgoingHeaders => {
  const policy = [
    `default-src 'none'`,
    ...(script === undefined ? [] : [`script-src ${sourceHash(script)}`]),
    `style-src ${sourceHash(style)}`,
    `img-src 'self'`,
    ...allowed,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-cache, no-store',
    Pragma: 'no-cache',
    Expires: '-1',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
  }
}
