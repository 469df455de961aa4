import mime from 'mime/lite'
import type { Attachment, Email } from 'postal-mime'
import { lineOf } from './line.ts'
import type { Words } from './reply-text.ts'

export interface ReceivedFile {
  name: string
  content_type: string
  bytes: Uint8Array
}

/** A text of a mail, and its files: those that are attached, and the pictures that the text shows. */
export interface Contents {
  text: string
  files: ReceivedFile[]
}

/** What signs a mail is no file of it. */
const isSignature = ({ mimeType }: Attachment) => /^application\/(x-)?(pkcs7|pgp)-signature$/i.test(mimeType)

/** Mail programs forward a mail as a file that has no name. */
const isAttached = (part: Attachment) =>
  !part.related && (part.filename !== null || part.disposition === 'attachment') && !isSignature(part)

/** What can be the name of a file: one line, and no path. */
const fileNameOf = (name: string): string => {
  const line = lineOf(name.replace(/[/\\]/g, '_'), 255)
  return ['', '.', '..'].includes(line) ? 'attachment' : line
}

const nameByType = (mimeType: string): string => {
  const base = mimeType.startsWith('image/') ? 'image' : 'attachment'
  return `${base}.${mime.getExtension(mimeType) ?? 'bin'}`
}

const fileOf = ({ filename, mimeType, content }: Attachment): ReceivedFile => ({
  name: fileNameOf(filename ?? nameByType(mimeType)),
  content_type: /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(mimeType) ? mimeType : 'application/octet-stream',
  bytes: new Uint8Array(content as ArrayBuffer),
})

const isOneOf =
  (pictures: string[]) =>
  ({ related, mimeType, contentId = '' }: Attachment) =>
    related === true && mimeType.startsWith('image/') && pictures.includes(contentId.replace(/^<|>$/g, ''))

/** What a text shows, such as the picture of a signature, is a file if the text is shown here as well. */
export const receivedContents = ({ attachments }: Email, words: Words | undefined): Contents | undefined => {
  if (words === undefined) return undefined
  const { text, pictures } = words
  const parts = [...attachments.filter(isAttached), ...attachments.filter(isOneOf(pictures))]
  return { text, files: parts.map(fileOf) }
}
