import { findAdvice, findFileKind, type FileKind } from '../../documents/file-kind.ts'
import * as z from '../../platform/schema/schema.ts'
import { docs } from '#docs'

export const TextStatus = z
  .enum(['pending', 'ready', 'failed', 'none'])
  .meta(
    docs(
      'Whether its text can be read at `GET /files/{id}/text`: it is being made (`pending`), it is there (`ready`), ' +
        'it could not be made (`failed`), or there is none (`none`), as in images and scans.',
      { id: 'FileTextStatus' },
    ),
  )
export type TextStatus = z.output<typeof TextStatus>

/** The largest file that is read, in bytes. */
export const maxDocumentBytes = 300 * 1024 ** 2

/** The most that a text may have, in bytes of UTF-8; longer ones are cut. */
export const maxTextBytes = 10 * 1024 ** 2

/** What came of making the text of some bytes, read as a kind of files. */
export const FileText = z.object({
  object_id: z.string(),
  etag: z.string(),
  kind: z.string(),
  status: z.enum(['ready', 'failed', 'none']),
  is_truncated: z.boolean(),
  /** One sentence that says why there is no text. */
  reason: z.string().nullable(),
})
export type FileText = z.output<typeof FileText>

/** What tells of a file whether it has a text. */
export interface TextSource {
  name: string
  content_type: string
  size: number
  status: 'uploading' | 'ready'
  etag: string | null
  text: FileText | null
}

export const textKey = (file_id: string, object_id: string): string => `text/${file_id}/${object_id}.md`

/** As what kind of files a file is read; undefined for one that has no text. */
export const textKindOf = ({ name, content_type, size }: TextSource): FileKind | undefined =>
  size > 0 && size <= maxDocumentBytes ? findFileKind(name, content_type) : undefined

/** What came of making the text of the bytes that a file has now; undefined while that is not known. */
export const presentText = (file: TextSource): FileText | undefined => {
  const { text, etag } = file
  return text && text.etag === etag && text.kind === textKindOf(file) ? text : undefined
}

export const textStatusOf = (file: TextSource): TextStatus =>
  textKindOf(file) ? (presentText(file)?.status ?? 'pending') : 'none'

const whyNone = ({ name, content_type, size }: TextSource): string => {
  if (size === 0) return 'The file is empty.'
  if (size > maxDocumentBytes) return 'The file is larger than 300 MB.'
  const advice = findAdvice(name, content_type)
  return `Files of this kind have no text that can be read${advice ? `; ${advice} first` : ''}.`
}

/** One sentence that says why a file has no text. */
export const reasonOf = (file: TextSource): string => presentText(file)?.reason ?? whyNone(file)
