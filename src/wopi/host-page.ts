import { createHash } from 'node:crypto'
import type { OutgoingHeaders } from '../platform/answer.ts'

const script = `document.forms[0].submit()`
const style = `html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;overflow:hidden}`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] as string)

interface Opening {
  title: string
  /** Where the editor opens the file. */
  editorUrl: string
  access_token: string
  access_token_ttl: number
}

/** The page around the editor: it posts the token into the editor's frame, so that no address holds it (WOPI, "Host page"). */
export const hostPage = ({
  title,
  editorUrl,
  access_token,
  access_token_ttl,
}: Opening): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
<form method="post" target="editor" action="${escaped(editorUrl)}">
<input type="hidden" name="access_token" value="${escaped(access_token)}">
<input type="hidden" name="access_token_ttl" value="${access_token_ttl}">
</form>
<iframe name="editor" title="${escaped(title)}" allow="clipboard-read; clipboard-write; fullscreen"></iframe>
<script>${script}</script>
</html>
`

/** Nothing runs on the page but its own line, and it sends nothing but to the editor; nobody keeps it. */
export const hostPageHeaders = (editorUrl: string): OutgoingHeaders => {
  const editor = new URL(editorUrl).origin
  const policy = [
    `default-src 'none'`,
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    `frame-src ${editor}`,
    `form-action ${editor}`,
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
