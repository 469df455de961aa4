import { inflateRawSync } from 'node:zlib'

/** Returns the number of entries and the offset of the first one, from the end record (PKWARE, APPNOTE.TXT 4.3.16). */
const readEndRecord = (archive: Buffer) => {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end === -1) throw new Error('The archive is incomplete.')
  return { count: archive.readUInt16LE(end + 10), first: archive.readUInt32LE(end + 16) }
}

const deflated = 8

/** Returns the bytes of an entry, which follow its local header (4.3.7). */
const bytesAt = (archive: Buffer, header: number, { size, method }: { size: number; method: number }) => {
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
  const bytes = archive.subarray(start, start + size)
  return method === deflated ? inflateRawSync(bytes) : bytes
}

/** Returns the files of a zip archive of less than 4 GB by name, from its central directory (4.3.12). */
export const filesInArchive = (archive: Buffer): [name: string, bytes: Buffer][] => {
  const { count, first } = readEndRecord(archive)
  const files: [string, Buffer][] = []
  for (let at = first; files.length < count;) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28)
    const entry = { size: archive.readUInt32LE(at + 20), method: archive.readUInt16LE(at + 10) }
    const name = archive.toString('utf8', at + 46, nameEnd)
    files.push([name, bytesAt(archive, archive.readUInt32LE(at + 42), entry)])
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}
