import { createHash } from 'node:crypto'
import type { OutgoingHeaders } from '../platform/http/http-reply.ts'

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that may stand in a page, in an attribute as well. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => entities[sign] as string)

/** A page for a person in a browser, whole in itself. */
export interface Page {
  title: string
  style: string
  /** HTML. */
  body: string
  script: string
}

export const pageHtml = ({ title, style, body, script }: Page): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
${body}
<script>${script}</script>
</html>
`

/**
 * Nothing runs or is loaded on the page but what `allowed` names besides its own script and style; nobody keeps or
 * frames it.
 */
export const pageHeaders = ({ style, script }: Page, allowed: string[]): OutgoingHeaders => {
  const policy = [
    `default-src 'none'`,
    `script-src ${sourceHash(script)}`,
    `style-src ${sourceHash(style)}`,
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
