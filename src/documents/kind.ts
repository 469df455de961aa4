import { open } from 'node:fs/promises'
import { corrupt, encrypted, UnreadableFile } from './unreadable-file.ts'

const kinds = {
  md: ['md', 'markdown', 'text/markdown'],
  txt: ['txt', 'text', 'log', 'text/plain'],
  html: ['html', 'htm', 'xhtml', 'text/html', 'application/xhtml+xml'],
  csv: ['csv', 'tsv', 'text/csv', 'text/tab-separated-values'],
  pdf: ['pdf', 'application/pdf'],
  docx: ['docx', 'docm', 'dotx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  pptx: ['pptx', 'pptm', 'ppsx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  xlsx: ['xlsx', 'xlsm', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  odt: ['odt', 'ott', 'application/vnd.oasis.opendocument.text'],
  odp: ['odp', 'otp', 'application/vnd.oasis.opendocument.presentation'],
  ods: ['ods', 'ots', 'application/vnd.oasis.opendocument.spreadsheet'],
} as const
export type Kind = keyof typeof kinds

const byName = new Map<string, Kind>()
for (const [kind, names] of Object.entries(kinds)) for (const name of names) byName.set(name, kind as Kind)

const texts = new Set<Kind>(['md', 'txt', 'html', 'csv'])

/** The kind of a file by its name, or by its content type when the name says nothing. */
export const kindOf = (name: string, content_type?: string | null): Kind | undefined =>
  byName.get(/\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ??
  byName.get(content_type?.split(';')[0]?.trim().toLowerCase() ?? '')

const mostBytes = 300 * 2 ** 20

/** Makes sure that a file begins as its kind does; throws for what is empty, too large, locked or of another kind. */
export const requireKind = async (path: string, kind: Kind): Promise<void> => {
  await using file = await open(path)
  const { size } = await file.stat()
  if (size === 0) throw new UnreadableFile('The file is empty.')
  if (size > mostBytes) throw new UnreadableFile('The file is larger than 300 MB, the most that is read.')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, 64 * 1024)), { position: 0 })
  const start = buffer.subarray(0, bytesRead)
  const other = () => new UnreadableFile(`The file is no ${kind} file, though its name says so.`)
  const isZip = start.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
  const isPdf = start.subarray(0, 1024).includes('%PDF-')
  if (start.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) {
    if (!texts.has(kind) && (await hasPackage(file, size))) throw encrypted()
    throw other()
  }
  if (kind === 'pdf' ? !isPdf : texts.has(kind) ? isZip || isPdf || isBinary(start) : !isZip) {
    if (start.every((byte) => byte === 0)) throw corrupt()
    throw other()
  }
}

/** Office encrypts a document by wrapping it into an old container (MS-OFFCRYPTO): its directory names the package. */
const hasPackage = async (file: Awaited<ReturnType<typeof open>>, size: number): Promise<boolean> => {
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  const head = await file.read(Buffer.alloc(Math.min(size, 4 * 2 ** 20)), { position: 0 })
  const tail = await file.read(Buffer.alloc(Math.min(size, 4 * 2 ** 20)), {
    position: Math.max(0, size - 4 * 2 ** 20),
  })
  return head.buffer.includes(name) || tail.buffer.includes(name)
}

const isBinary = (start: Buffer): boolean => {
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) return false
  return start.includes(0)
}
