import { replaceDataUrls } from '../documents/text-file.ts'
import type { MailPart } from './mime.ts'

/** Media types of text that are files. */
const dataTypes = /^text\/(calendar|vcard|x-vcard|directory|csv|rfc822-headers)$/

/** Returns true if a part may be the text of a mail. */
const isTextPart = ({ type = '', bytes }: MailPart) =>
  type === '' ? !bytes.includes(0) : type.startsWith('text/') && !dataTypes.test(type)

const isBody = (part: MailPart) =>
  isTextPart(part) &&
  (part.isHtml || ['text/plain', undefined].includes(part.type)) &&
  !part.isAttachment &&
  part.name === undefined

const isNotBlank = (part: MailPart) => part.readText().trim() !== ''

/**
 * Returns the parts that form the text of a mail: its unnamed text parts, otherwise the first part that may be text.
 */
export const findTextParts = (parts: MailPart[]): MailPart[] => {
  const bodies = parts.filter(isBody)
  if (bodies.some(isNotBlank)) return bodies
  const isFile = ({ isAttachment, name }: MailPart) => isAttachment && name !== undefined
  const [other] = parts.filter((part) => isTextPart(part) && !isFile(part) && isNotBlank(part))
  return other ? [...bodies, other] : bodies
}

/** Joins texts with blank lines. */
export const joinParagraphs = (texts: string[]): string =>
  texts.filter((text) => text.trim() !== '').join('\n\n')

/** One text of a mail in the formats that its sender provides. */
export interface MailText {
  plain: string
  html: string
  /** Pictures from `data:` URLs of the HTML, which refers to them by Content-ID instead. */
  embedded: MailPart[]
}

const toMailText = (parts: MailPart[], index: number): MailText => {
  const embedded: MailPart[] = []
  const pages = parts.filter(({ isHtml }) => isHtml)
  const html = replaceDataUrls(joinParagraphs(pages.map((part) => part.readText())), (url) => {
    const [, type = '', data = ''] = /^data:([^;]*);base64,(.*)$/.exec(url) ?? []
    const contentId = `data-${index}-${embedded.length}`
    const bytes = new Uint8Array(Buffer.from(data, 'base64'))
    if (pages[0]) embedded.push({ ...pages[0], type: type.toLowerCase(), name: undefined, contentId, bytes })
    return `cid:${contentId}`
  })
  return {
    plain: joinParagraphs(parts.filter(({ isHtml }) => !isHtml).map((part) => part.readText())),
    html,
    embedded,
  }
}

/** Reads text parts: the formats of one alternative together, other parts separately. */
export const toMailTexts = (parts: MailPart[]): MailText[] =>
  [...Map.groupBy(parts, (part) => part.alternative ?? part).values()].map(toMailText)
