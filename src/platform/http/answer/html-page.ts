import { createHash } from 'node:crypto'
import type { OutgoingHeaders } from './http-reply.ts'
import { sitePath } from '../site.ts'

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that may be in a page, in an attribute as well. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => entities[sign] as string)

/** A page for a person in a browser, whole in itself. */
export interface HtmlPage {
  title: string
  style: string
  /** HTML. */
  body: string
  script?: string
  /** A BCP 47 tag, English where it is absent. */
  language?: string
}

/** How a page looks that has little to say: readable on any screen, dark where the person prefers that. */
export const plainStyle =
  ':root{color-scheme:light dark}' +
  'body{box-sizing:border-box;max-width:36em;margin:0 auto;padding:3em 1em;font:1em/1.5 system-ui,sans-serif}' +
  ':root{color:CanvasText;background:Canvas}a{color:light-dark(#1f4e8c,#9cc3ff)}' +
  'h1{font-size:1.5em;line-height:1.2}main{overflow-wrap:anywhere}'

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
<link rel="icon" href="${sitePath()}/favicon.ico">
<style>${style}</style>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</html>
`

/**
 * Nothing runs or is loaded on the page but its icon and what `allowed` names besides its own script and style; nobody
 * keeps or frames it.
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
