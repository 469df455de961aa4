import { objectKey } from '../../files/file/object.ts'
import { presignDownload } from '../../platform/aws/presigned-request.ts'
import { HttpReply } from '../../platform/http/answer/http-reply.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { editorAddress } from './editor-address.ts'
import { hostPage } from './host-page.ts'
import { downloadSeconds, readOnlyReason } from '../limits.ts'
import type { OpenFile } from '../open-file.ts'
import { newWopiToken, type WopiClaims } from '../token.ts'
import { kindUnknown } from './discovery.ts'
import { escapeHtml, pageHeaders, pageHtml, plainStyle } from '../../platform/http/answer/html-page.ts'
import { sitePath } from '../../platform/http/site.ts'

/** The page behind an edit link where there is no editing server: the file can be downloaded at least. */
const downloadPage = (title: string, downloadUrl: string): HttpReply<string> => {
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

/**
 * What a person sees who opens a file: the page around its editor or, where there is no editing server, a download.
 * Throws 409 when no editor opens such files. `more` are parameters of the page's own address.
 */
export const editorPage = async (
  { user_id, file_id, scope, token_id }: WopiClaims,
  { epoch, file, canWrite, canEdit, locale }: OpenFile,
  more: Record<string, unknown>,
): Promise<HttpReply<string>> => {
  const editorUrl = await editorAddress(file, canEdit ? 'write' : 'read', { language: locale, more })
  if (!editorUrl) throw kindUnknown(file.name)
  const key = objectKey(file.id, file.object_id)
  const { url: downloadUrl } = await presignDownload(key, { ...file, seconds: downloadSeconds })
  if (environment.wopiClientUrl === undefined) return downloadPage(file.name, downloadUrl)
  const permission = canWrite ? 'write' : 'read'
  const token = await newWopiToken({ user_id, file_id, permission, epoch, scope, token_id })
  const notice = canWrite && !canEdit ? readOnlyReason() : undefined
  return hostPage({ title: file.name, editorUrl, downloadUrl, notice, ...token })
}
