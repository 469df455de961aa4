import { HttpReply } from '../platform/http/http-reply.ts'
import { escaped, pageHeaders, pageHtml } from './page.ts'

const script = `document.forms[0].submit()`
const style =
  `html,body{margin:0;height:100%}body{display:flex;flex-direction:column}` +
  `p{margin:0;padding:.6em 1em;font:1em system-ui,sans-serif;color:#3b2b00;background:#ffe9b0}` +
  `iframe{flex:1;border:0;width:100%}`

interface Opening {
  title: string
  /** Where the editor opens the file. */
  editorUrl: string
  access_token: string
  access_token_ttl: number
  /** What the person has to know beforehand. */
  notice: string | undefined
}

const noticeOf = (notice: string | undefined) => (notice ? `<p role="status">${escaped(notice)}</p>\n` : '')

const frameOf = (title: string) =>
  `<iframe name="editor" title="${escaped(title)}" allow="clipboard-read; clipboard-write; fullscreen"></iframe>`

const bodyOf = ({ title, editorUrl, access_token, access_token_ttl, notice }: Opening) =>
  `<form method="post" target="editor" action="${escaped(editorUrl)}">
<input type="hidden" name="access_token" value="${escaped(access_token)}">
<input type="hidden" name="access_token_ttl" value="${access_token_ttl}">
<input type="hidden" name="no_auth_header" value="1">
</form>
${noticeOf(notice)}${frameOf(title)}`

/**
 * The page around the editor: it posts the token into the editor's frame, so that no address holds it (WOPI, "Host
 * page"). Collabora is told to send the token in the address alone: the object store refuses a signed link that comes
 * with an `Authorization` header as well.
 */
export const hostPage = (opening: Opening): HttpReply<string> => {
  const page = { title: opening.title, style, script, body: bodyOf(opening) }
  const editor = new URL(opening.editorUrl).origin
  const headers = pageHeaders(page, [`frame-src ${editor}`, `form-action ${editor}`])
  return new HttpReply(pageHtml(page), { headers })
}
