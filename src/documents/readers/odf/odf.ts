import { readArchive, type Archive } from '../../archive.ts'
import type { Block, Reading } from '../../markdown/block.ts'
import { corrupt, encrypted } from '../../unreadable-file.ts'
import { readAllElements } from '../../xml.ts'
import { contentPart, openOdf } from './document.ts'
import { readSheets } from './sheets.ts'
import { readSlides } from './slides.ts'
import { readOdfText } from './text.ts'

const isEncrypted = async (archive: Archive): Promise<boolean> =>
  (await readAllElements(archive, 'META-INF/manifest.xml', ['encryption-data'])).length > 0

const readMediaType = async (archive: Archive): Promise<string> =>
  archive.has('mimetype') ? Buffer.from(await archive.readBytes('mimetype')).toString() : ''

const selectReader = (mediaType: string) => {
  if (mediaType.includes('presentation')) return readSlides
  return mediaType.includes('spreadsheet') ? readSheets : readOdfText
}

export const readOdf = ({ images, ...file }: Reading): AsyncGenerator<Block> =>
  readArchive(file, async function* (archive) {
    if (!archive.has(contentPart)) throw corrupt()
    if (await isEncrypted(archive)) throw encrypted()
    const document = await openOdf(archive, images)
    const read = selectReader(await readMediaType(archive))
    yield* read(document)
  })
