import mime from 'mime/lite'
import { decodeWords } from 'postal-mime'
import { toSingleLine } from './line.ts'
import type { MailPart } from './mime.ts'
import type { ReceivedFile } from './received-file.ts'
import type { MailBody } from './reply-text.ts'

/** The text of a mail and its files. A file is any part that is neither the text, nor a signature, nor decoration. */
export interface Contents {
  text: string
  files: ReceivedFile[]
}

/** Returns true for the signature of a mail; the signature of an attached file is a file. */
const isSignaturePart = ({ type = '', name, isSigned }: MailPart) =>
  /^application\/(x-)?(pkcs7|pgp)-signature$/.test(type) &&
  (isSigned || name === undefined || /^(smime\.p7s|signature\.asc)$/i.test(name))

const maxPixels = 4

/** Returns the number of pixels of a GIF or PNG picture; undefined for other files. */
const pixelCount = (part: MailPart): number | undefined => {
  const bytes = Buffer.from(part.bytes.subarray(0, 24))
  if (bytes.length < 24) return undefined
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return bytes.readUInt16LE(6) * bytes.readUInt16LE(8)
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG'
  return isPng ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : undefined
}

/**
 * Returns true for a tracking pixel, a spacer, a background, or a picture that only a signature or quoted mail
 * displays.
 */
const isDecoration = (part: MailPart, { decoration }: MailBody): boolean =>
  !part.isAttachment &&
  ((part.contentId !== undefined && decoration.includes(part.contentId)) ||
    (pixelCount(part) ?? Infinity) <= maxPixels)

/** Turns text into a safe file name: one line, no path. */
const toSafeFileName = (name: string): string => {
  const line = toSingleLine(name.replace(/[/\\]/g, '_'), 255)
  return ['', '.', '..'].includes(line) ? 'attachment' : line
}

/** Number of bytes of a forwarded mail that are searched for its subject. */
const headerBytes = 65_536

const attachedMailSubject = ({ bytes }: MailPart): string => {
  const [header = ''] = Buffer.from(bytes.subarray(0, headerBytes))
    .toString()
    .split(/\r?\n\r?\n/, 1)
  const subject = /^subject:(.*(?:\r?\n[ \t].*)*)/im.exec(header)?.[1] ?? ''
  return toSingleLine(decodeWords(subject.replace(/\r?\n/g, '')), 200)
}

/** Default file names by media type. */
const namesByType: Record<string, string> = {
  'text/calendar': 'invitation.ics',
  'application/ics': 'invitation.ics',
  'text/vcard': 'contact.vcf',
  'text/x-vcard': 'contact.vcf',
}

/** Returns a file name for a part without one. */
const defaultFileName = (part: MailPart): string => {
  const { type = '', description } = part
  if (description !== undefined && /\.\w{1,5}$/.test(description)) return description
  if (type === 'message/rfc822') return `${attachedMailSubject(part) || 'attachment'}.eml`
  const extension = mime.getExtension(type) ?? (type.startsWith('text/') ? 'txt' : 'bin')
  return namesByType[type] ?? `${type.startsWith('image/') ? 'picture' : 'attachment'}.${extension}`
}

const partToFile = (part: MailPart): ReceivedFile => ({
  name: toSafeFileName(part.name ?? defaultFileName(part)),
  content_type: part.type ?? 'application/octet-stream',
  bytes: part.bytes,
})

/** Returns the text and the files of a mail; undefined if neither can be read. */
export const receivedContents = (parts: MailPart[], words: MailBody): Contents | undefined => {
  const files = [...parts, ...words.embedded].filter(
    (part) =>
      !words.shown.includes(part) &&
      !isSignaturePart(part) &&
      !isDecoration(part, words) &&
      (part.name !== undefined || part.bytes.length > 0),
  )
  if (!words.isReadable && files.length === 0) return undefined
  const isDisplayed = ({ contentId = '' }: MailPart) => words.pictures.includes(contentId)
  const ordered = [...files.filter((part) => !isDisplayed(part)), ...files.filter(isDisplayed)]
  return { text: words.text, files: [...ordered.map(partToFile), ...words.files] }
}
