import { open, type FileHandle } from 'node:fs/promises'
import { keysByName } from './keys-by-name.ts'
import { corrupt, encrypted, UnreadableFile } from './unreadable-file.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** File extensions and media types of each kind. */
const namesOfKinds = {
  md: 'md markdown text/markdown',
  txt: 'txt text log text/plain',
  html: 'html htm xhtml text/html application/xhtml+xml',
  csv: 'csv tsv text/csv text/tab-separated-values',
  pdf: 'pdf application/pdf',
  docx: `docx docm dotx ${openXml}.wordprocessingml.document`,
  pptx: `pptx pptm ppsx ${openXml}.presentationml.presentation`,
  xlsx: `xlsx xlsm ${openXml}.spreadsheetml.sheet`,
  odt: `odt ott ${openDocument}.text`,
  odp: `odp otp ${openDocument}.presentation`,
  ods: `ods ots ${openDocument}.spreadsheet`,
  epub: 'epub application/epub+zip',
}
export type FileKind = keyof typeof namesOfKinds

const kindsByName = keysByName(namesOfKinds)

/** Formats without a reader, by the formats that their programs can save instead. */
const otherKinds = keysByName({
  'docx or odt': 'doc dot rtf wps wpd pages sxw application/msword application/rtf text/rtf',
  'pptx or odp': 'ppt pps pot sxi application/vnd.ms-powerpoint',
  'xlsx or ods': 'xls xlt xlsb numbers sxc application/vnd.ms-excel',
  epub: 'mobi azw azw3 fb2 application/x-mobipocket-ebook',
})

const textKinds = new Set<FileKind>(['md', 'txt', 'html', 'csv'])

/** Returns the extension of a file name and the media type. */
const fileTypeNames = (name: string, contentType?: string | null): [ending: string, mediaType: string] => [
  /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '',
  contentType?.split(';')[0]?.trim().toLowerCase() ?? '',
]

/** Returns the kind of a file by its name, or by its content type if its extension is unknown. */
export const findFileKind = (name: string, contentType?: string | null): FileKind | undefined => {
  const [ending, mediaType] = fileTypeNames(name, contentType)
  return otherKinds.has(ending) ? undefined : (kindsByName.get(ending) ?? kindsByName.get(mediaType))
}

/** Returns advice for a format without a reader, such as `save the doc file as docx or odt`, or undefined. */
export const findAdvice = (name: string, contentType?: string | null): string | undefined => {
  const [ending, mediaType] = fileTypeNames(name, contentType)
  const known = [ending, mediaType].find((candidate) => otherKinds.has(candidate))
  return known && `save the ${known} file as ${otherKinds.get(known)}`
}

/** Returns the supported kinds as an English list, formatted on demand because Node takes 12 ms to load its rules. */
export const kindsInWords = () =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(namesOfKinds))

const maxBytes = 300 * 2 ** 20
const maxStartBytes = 64 * 1024
const maxDirectoryBytes = 4 * 2 ** 20

const zipSignature = Buffer.from('PK\x03\x04')
const pdfSignature = '%PDF-'
/** Signature of a compound file (MS-CFB): the container of old Office documents and of all encrypted ones. */
const compoundFileSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const startsWith = (start: Buffer, signature: Buffer) => start.subarray(0, signature.length).equals(signature)

const isUtf16 = ([first, second]: Buffer) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

const isBinary = (start: Buffer) => !isUtf16(start) && start.includes(0)

const isOfKind = (start: Buffer, kind: FileKind): boolean => {
  const isZip = startsWith(start, zipSignature)
  const isPdf = start.subarray(0, 1024).includes(pdfSignature)
  if (textKinds.has(kind)) return !isZip && !isPdf && !isBinary(start)
  return kind === 'pdf' ? isPdf : isZip
}

const readBytes = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), { position: from })
  return buffer.subarray(0, bytesRead)
}

/** Returns true if the directory of a compound file names an encrypted package, as Office writes it (MS-OFFCRYPTO). */
const hasEncryptedPackage = async (file: FileHandle, size: number): Promise<boolean> => {
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  const length = Math.min(size, maxDirectoryBytes)
  const start = await readBytes(file, 0, length)
  const end = await readBytes(file, size - length, length)
  return start.includes(name) || end.includes(name)
}

/** Throws `UnreadableFile` if a file is empty, too large, encrypted, or not of its kind by its first bytes. */
export const requireFileKind = async (path: string, kind: FileKind): Promise<void> => {
  await using file = await open(path)
  const { size } = await file.stat()
  if (size === 0) throw new UnreadableFile('empty', 'The file is empty.')
  if (size > maxBytes) throw new UnreadableFile('too_large', 'The file is larger than the limit of 300 MB.')
  const start = await readBytes(file, 0, Math.min(size, maxStartBytes))
  const isCompoundFile = startsWith(start, compoundFileSignature)
  if (isCompoundFile && !textKinds.has(kind) && (await hasEncryptedPackage(file, size))) throw encrypted()
  if (!isCompoundFile && isOfKind(start, kind)) return
  if (start.every((byte) => byte === 0)) throw corrupt()
  throw new UnreadableFile(
    'other_kind',
    `The name of the file says ${kind}, but its contents are of another type.`,
  )
}
