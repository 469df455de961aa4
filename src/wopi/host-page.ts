import { HttpReply } from '../platform/http/http-reply.ts'
import { escapeHtml, pageHeaders, pageHtml } from './page.ts'

const script = `document.forms[0].submit()`
const style =
  `html,body{margin:0;height:100%}body{display:flex;flex-direction:column}` +
  `p{margin:0;padding:.6em 1em;font:1em system-ui,sans-serif;color:#3b2b00;background:#ffe9b0}` +
  `iframe{flex:1;border:0;width:100%}`

interface HostPage {
  title: string
  /** Where the editor opens the file. */
  editorUrl: string
  access_token: string
  access_token_ttl: number
  /** What the person has to know beforehand. */
  notice: string | undefined
}

const noticeHtml = (notice: string | undefined) =>
  notice ? `<p role="status">${escapeHtml(notice)}</p>\n` : ''

const frameHtml = (title: string) =>
  `<iframe name="editor" title="${escapeHtml(title)}" allow="clipboard-read; clipboard-write; fullscreen"></iframe>`

const bodyHtml = ({ title, editorUrl, access_token, access_token_ttl, notice }: HostPage) =>
  `<form method="post" target="editor" action="${escapeHtml(editorUrl)}">
<input type="hidden" name="access_token" value="${escapeHtml(access_token)}">
<input type="hidden" name="access_token_ttl" value="${access_token_ttl}">
<input type="hidden" name="no_auth_header" value="1">
</form>
${noticeHtml(notice)}${frameHtml(title)}`

/**
 * The page around the editor: it posts the token into the editor's frame, so that no address holds it (WOPI, "Host
 * page"). Collabora is told to send the token in the address alone: the object store refuses a signed link that comes
 * with an `Authorization` header as well.
 */
export const hostPage = (opening: HostPage): HttpReply<string> => {
  const page = { title: opening.title, style, script, body: bodyHtml(opening) }
  const editor = new URL(opening.editorUrl).origin
  const headers = pageHeaders(page, [`frame-src ${editor}`, `form-action ${editor}`])
  return new HttpReply(pageHtml(page), { headers })
}
