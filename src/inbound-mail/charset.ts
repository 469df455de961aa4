import { isAscii, isUtf8 } from 'node:buffer'

/** Number of bytes of an HTML page that are searched for the declaration of its charset. */
const declarationBytes = 2_048

/** Escape sequence that begins two-byte characters in ISO-2022-JP, whose bytes are all ASCII. */
const escape = Buffer.from('\u001B$')

const isKnownCharset = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/** Returns true if a label says nothing about bytes beyond ASCII. */
const isAsciiLabel = (label: string) =>
  label === '' || /^(us-?ascii|ascii|ansi_x3\.4-\d{4}|iso-?646-us)$/i.test(label)

/** Returns true if a label says nothing about the charset, or names none of the Encoding Standard. */
export const isWeakLabel = (label: string): boolean => isAsciiLabel(label) || !isKnownCharset(label)

/** Returns true if bytes that are not valid UTF-8 contain some UTF-8 characters beyond ASCII. */
const hasUtf8 = (bytes: Uint8Array): boolean => /[\u0080-\uFFFC]/.test(new TextDecoder('utf-8').decode(bytes))

const declaredCharset = (bytes: Buffer): string | undefined => {
  const page = bytes.subarray(0, declarationBytes).toString('latin1')
  const label = /<meta[^>]+charset=["']?([\w.:-]+)/i.exec(page)?.[1]
  return label !== undefined && isKnownCharset(label) ? label : undefined
}

/**
 * Returns the charset of a text by evidence: its label, unless that is weak or disproved; then its bytes, if they are
 * valid UTF-8; then the declaration of an HTML page; then windows-1252.
 */
export const detectCharset = (content: Uint8Array, label: string, isHtml: boolean): string => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (isAscii(bytes))
    return isAsciiLabel(label) && bytes.includes(escape) ? 'iso-2022-jp' : label || 'us-ascii'
  const isFalse = /^utf-?8$/i.test(label) && !isUtf8(bytes) && !hasUtf8(bytes)
  if (!isFalse && !isWeakLabel(label)) return label
  if (isUtf8(bytes)) return 'utf-8'
  const declared = isHtml ? declaredCharset(bytes) : undefined
  // postal-mime knows more labels than the Encoding Standard
  return declared ?? (isAsciiLabel(label) || isFalse ? 'windows-1252' : label)
}
