import { objectKey } from '../../files/file/object.ts'
import { presignDownload } from '../../platform/aws/presigned-request.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { wopiEnvironment } from '../environment.ts'
import { editorAddress } from './editor-address.ts'
import { hostPage } from './host-page.ts'
import { pageLanguage, type PageLanguage } from '../../platform/http/request/page-language.ts'
import { downloadSeconds, maxEditedSize } from '../limits.ts'
import type { OpenFile } from '../open-file.ts'
import { newWopiToken, type WopiClaims } from '../token.ts'
import { kindUnknown } from './discovery.ts'
import { editorText } from './page-words.ts'
import { escapeHtml, pageHeaders, pageHtml, plainPage } from '../../platform/http/answer/html-page.ts'
import { basePath } from '../../platform/http/base-path.ts'

/** Returns the page behind an edit link if there is no editing server; it offers the download of the file. */
const downloadPage = (title: string, downloadUrl: string, language: PageLanguage): HttpReply<string> => {
  const body = `<p>${editorText(language, 'noEditor')}</p>
<p><a href="${escapeHtml(downloadUrl)}" download>${editorText(language, 'download')}</a></p>
<p><a href="${basePath()}/">${editorText(language, 'start')}</a></p>`
  const page = plainPage({ title, body, language })
  return new HttpReply(pageHtml(page), { headers: pageHeaders(page) })
}

/**
 * Returns the page for a person who opens a file: the page around its editor or, without an editing server, a download.
 * The page uses the person's language, otherwise the first supported one that the browser `accepted` (BCP 47). Throws
 * 409 if no editor opens files of this type. `more` has the query parameters of the page.
 */
export const editorPage = async (
  { user_id, file_id, scope, token_id }: WopiClaims,
  { epoch, file, canWrite, canEdit, locale }: OpenFile,
  accepted: string[],
  more: Record<string, unknown>,
): Promise<HttpReply<string>> => {
  const languages = locale ? [locale] : accepted
  const about = { language: languages[0] ?? null, more }
  const editorUrl = await editorAddress(file, canEdit ? 'write' : 'read', about)
  if (!editorUrl) throw kindUnknown(file.name)
  const key = objectKey(file.id, file.object_id)
  const { url: downloadUrl } = await presignDownload(key, { ...file, seconds: downloadSeconds })
  const language = pageLanguage(languages)
  if (wopiEnvironment.clientUrl === undefined) return downloadPage(file.name, downloadUrl, language)
  const permission = canWrite ? 'write' : 'read'
  const token = await newWopiToken({ user_id, file_id, permission, epoch, scope, token_id })
  const notice =
    canWrite && !canEdit ? editorText(language, 'readOnly', { size: maxEditedSize() }) : undefined
  return hostPage({ title: file.name, editorUrl, downloadUrl, notice, language, ...token })
}
