import { HttpReply } from '../../platform/http/answer/http-reply.ts'
import { escapeHtml, pageHeaders, pageHtml, plainStyle } from '../../platform/http/answer/html-page.ts'
import { sitePath } from '../../platform/http/site.ts'

/** The page behind an edit link where there is no editing server: the file can be downloaded at least. */
export const downloadPage = (title: string, downloadUrl: string): HttpReply<string> => {
  const page = {
    title,
    style: plainStyle,
    body: `<main>
<h1>${escapeHtml(title)}</h1>
<p>This service has no editing server, so it cannot show the file here.</p>
<p><a href="${escapeHtml(downloadUrl)}" download>Download the file</a></p>
<p><a href="${sitePath()}/">Start page</a></p>
</main>`,
  }
  return new HttpReply(pageHtml(page), { headers: pageHeaders(page) })
}
