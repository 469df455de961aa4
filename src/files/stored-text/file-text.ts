import { findAdvice, findFileKind, type FileKind } from '../../documents/file-kind.ts'
import * as z from '../../platform/schema/schema.ts'
import { docs } from '#docs'

export const TextStatus = z
  .enum(['pending', 'ready', 'failed', 'none'])
  .meta(
    docs(
      'State of the text at `GET /files/{id}/text`: `pending` (being extracted), `ready`, `failed` (could not ' +
        'be extracted), or `none` (the file has no text, like images and scans).',
      { id: 'FileTextStatus' },
    ),
  )
export type TextStatus = z.output<typeof TextStatus>

/** Maximum size of a file whose text is extracted, in bytes. */
export const maxDocumentBytes = 300 * 1024 ** 2

/** Maximum size of a text in bytes of UTF-8; longer texts are truncated. */
export const maxTextBytes = 10 * 1024 ** 2

/** Result of extracting the text of an object, read as one kind of file. */
export const FileText = z.object({
  object_id: z.string(),
  etag: z.string(),
  kind: z.string(),
  status: z.enum(['ready', 'failed', 'none']),
  is_truncated: z.boolean(),
  /** Sentence with the reason why there is no text. */
  reason: z.string().nullable(),
})
export type FileText = z.output<typeof FileText>

/** Fields of a file that determine its text status. */
export interface TextSource {
  name: string
  content_type: string
  size: number
  status: 'uploading' | 'ready'
  etag: string | null
  text: FileText | null
}

export const textKey = (file_id: string, object_id: string): string => `text/${file_id}/${object_id}.md`

/** Returns the kind as which a file is read; undefined for a file without text. */
export const documentKind = ({ name, content_type, size }: TextSource): FileKind | undefined =>
  size > 0 && size <= maxDocumentBytes ? findFileKind(name, content_type) : undefined

/** Returns the result of extracting the text of the present bytes; undefined while it is unknown. */
export const presentText = (file: TextSource): FileText | undefined => {
  const { text, etag } = file
  return text && text.etag === etag && text.kind === documentKind(file) ? text : undefined
}

export const textStatus = (file: TextSource): TextStatus =>
  documentKind(file) ? (presentText(file)?.status ?? 'pending') : 'none'

const unsupportedReason = ({ name, content_type, size }: TextSource): string => {
  if (size === 0) return 'The file is empty.'
  if (size > maxDocumentBytes) return 'The file is larger than 300 MB.'
  const advice = findAdvice(name, content_type)
  return `Files of this kind have no readable text${advice ? `; ${advice} first` : ''}.`
}

/** Returns a sentence with the reason why a file has no text. */
export const missingTextReason = (file: TextSource): string =>
  presentText(file)?.reason ?? unsupportedReason(file)
