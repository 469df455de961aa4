import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { escapeHtml, pageHeaders, pageHtml } from '../../platform/http/answer/html-page.ts'
import type { PageLanguage } from '../../platform/http/request/page-language.ts'
import { editorText } from './page-words.ts'

/** Time until the editor's first message, in milliseconds, after which the page offers alternatives. */
const patienceMilliseconds = 10_000

/**
 * Script of the page. A loaded editor answers `Host_PostmessageReady` with `App_LoadingStatus` (WOPI, "PostMessage").
 */
const script = `
const form = document.forms[0]
const frame = document.querySelector('iframe')
const silent = document.getElementById('silent')
let timer
const settle = (isSilent) => {
  clearTimeout(timer)
  silent.hidden = !isSilent
}
const open = () => {
  settle(false)
  timer = setTimeout(() => settle(true), ${patienceMilliseconds})
  form.submit()
}
const idOf = (message) => {
  try {
    return (typeof message === 'string' ? JSON.parse(message) : message).MessageId
  } catch {
    return undefined
  }
}
frame.addEventListener('load', () => {
  const ready = { MessageId: 'Host_PostmessageReady', SendTime: Date.now(), Values: {} }
  frame.contentWindow.postMessage(JSON.stringify(ready), '*')
})
addEventListener('message', ({ source, data }) => {
  if (source === frame.contentWindow && idOf(data) === 'App_LoadingStatus') settle(false)
})
document.getElementById('again').addEventListener('click', open)
document.getElementById('close').addEventListener('click', () => settle(false))
open()
`

const style =
  `html,body,main{margin:0;height:100%}main{display:flex;flex-direction:column;font:1em/1.5 system-ui,sans-serif}` +
  `.notice,[role=status]{margin:0;padding:.6em 1em;color:#3b2b00;background:#ffe9b0;overflow-wrap:anywhere}` +
  `.notice p{margin:0}.notice a{margin-inline:.5em;color:#1f4e8c}button{font:inherit;padding:.25em .75em}` +
  `iframe{flex:1;border:0;width:100%}h1{position:absolute;clip-path:inset(50%);margin:0}`

interface HostPage {
  title: string
  editorUrl: string
  /** URL at which the person can download the file meanwhile. */
  downloadUrl: string
  access_token: string
  access_token_ttl: number
  /** Message shown above the editor. */
  notice: string | undefined
  language: PageLanguage
}

const messageHtml = (notice: string | undefined) =>
  notice ? `<p role="status">${escapeHtml(notice)}</p>\n` : ''

const silentHtml = ({ title, downloadUrl, language }: HostPage) => {
  const notice = editorText(language, 'silent', { name: title })
  return `<div class="notice" role="alert" id="silent" hidden>
<p>${escapeHtml(notice)}</p>
<button type="button" id="again">${editorText(language, 'again')}</button>
<a href="${escapeHtml(downloadUrl)}" download>${editorText(language, 'download')}</a>
<button type="button" id="close">${editorText(language, 'close')}</button>
</div>
`
}

const frameHtml = (title: string) =>
  `<iframe name="editor" title="${escapeHtml(title)}" allow="clipboard-read; clipboard-write; fullscreen"></iframe>`

const bodyHtml = (opening: HostPage) =>
  `<form method="post" target="editor" action="${escapeHtml(opening.editorUrl)}">
<input type="hidden" name="access_token" value="${escapeHtml(opening.access_token)}">
<input type="hidden" name="access_token_ttl" value="${opening.access_token_ttl}">
<input type="hidden" name="no_auth_header" value="1">
</form>
<main>
<h1>${escapeHtml(opening.title)}</h1>
${messageHtml(opening.notice)}${silentHtml(opening)}${frameHtml(opening.title)}
</main>`

/**
 * Returns the page around the editor. The page posts the token into the editor's frame, so that no URL contains it
 * (WOPI, "Host page"). `no_auth_header` tells Collabora to send the token only in the URL, because the object store
 * rejects a signed link with an additional `Authorization` header. If the editor stays silent for 10 s, the page says
 * so and offers alternatives.
 */
export const hostPage = (opening: HostPage): HttpReply<string> => {
  const { title, language } = opening
  const page = { title, language, style, script, body: bodyHtml(opening) }
  const editor = new URL(opening.editorUrl).origin
  const headers = pageHeaders(page, [`frame-src ${editor}`, `form-action ${editor}`])
  return new HttpReply(pageHtml(page), { headers })
}
