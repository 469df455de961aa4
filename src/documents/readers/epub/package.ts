import type { Archive } from '../../archive.ts'
import { resolvePart } from '../../relationships.ts'
import { corrupt, tooMany, UnreadableFile } from '../../unreadable-file.ts'
import { findElements, readAllElements, textContent, type Element } from '../../xml.ts'

/** Parts of a book in reading order, and their titles in its table of contents. */
export type EpubPackage = { title: string; parts: string[]; titlesOfParts: Map<string, string> }

const maxParts = 10_000
const pageType = /xhtml|html/
const navigationType = 'application/x-dtbncx+xml'

const line = (element: Element | undefined) => textContent(element).replace(/\s+/g, ' ').trim()

const readRoot = async (archive: Archive, part: string, name: string): Promise<Element> => {
  const [root] = await readAllElements(archive, part, [name])
  if (!root) throw corrupt()
  return root
}

/** Throws `UnreadableFile` if a text part is encrypted; encrypted fonts do not matter. */
const requireOpen = async (archive: Archive, parts: string[]) => {
  const references = await readAllElements(archive, 'META-INF/encryption.xml', ['CipherReference'])
  const locked = new Set(references.map(({ attributes }) => resolvePart(attributes['URI'] ?? '', '')))
  if (parts.some((part) => locked.has(part)))
    throw new UnreadableFile('protected', 'The book is copy-protected and cannot be read.')
}

type Entry = { href: string; title: string }

/** Reads the table of contents of EPUB 2, which most EPUB 3 books contain as well. */
const readEntries = async (archive: Archive, part: string): Promise<Entry[]> => {
  const points = await readAllElements(archive, part, ['navLabel', 'content'])
  return points.flatMap((element, at) => {
    const label = points[at - 1]
    const isEntry = element.name === 'content' && label?.name === 'navLabel'
    return isEntry ? [{ href: element.attributes['src'] ?? '', title: line(label) }] : []
  })
}

const readTitles = async (archive: Archive, part: string | undefined): Promise<Map<string, string>> => {
  const titles = new Map<string, string>()
  for (const { href, title } of part && archive.has(part) ? await readEntries(archive, part) : []) {
    const target = resolvePart(href, part ?? '')
    if (title && !titles.has(target)) titles.set(target, title)
  }
  return titles
}

/** Reads the package of a book. Throws `UnreadableFile` if it is damaged or protected against copying. */
export const readPackage = async (archive: Archive): Promise<EpubPackage> => {
  const container = await readRoot(archive, 'META-INF/container.xml', 'container')
  const packagePart = findElements(container, 'rootfile')[0]?.attributes['full-path'] ?? ''
  const root = await readRoot(archive, packagePart, 'package')
  const items = findElements(root, 'item').map(({ attributes }) => attributes)
  const partOf = (href: string | undefined) => resolvePart(href ?? '', packagePart)
  const pages = new Map(
    items
      .filter(
        (item) => pageType.test(item['media-type'] ?? '') && !item['properties']?.split(' ').includes('nav'),
      )
      .map((item) => [item['id'] ?? '', partOf(item['href'])]),
  )
  // parts outside the main text, such as answers and notes, follow it
  const isBeside = ({ attributes }: Element) => attributes['linear'] === 'no'
  const parts = findElements(root, 'itemref')
    .toSorted((one, other) => Number(isBeside(one)) - Number(isBeside(other)))
    .map(({ attributes }) => pages.get(attributes['idref'] ?? ''))
    .filter((part) => part !== undefined && archive.has(part))
  const readOnce = [...new Set(parts)] as string[]
  if (readOnce.length > maxParts) throw tooMany('chapters')
  await requireOpen(archive, readOnce)
  const navigation = items.find((item) => item['media-type'] === navigationType)
  return {
    title: line(findElements(root, 'title')[0]),
    parts: readOnce,
    titlesOfParts: await readTitles(archive, navigation && partOf(navigation['href'])),
  }
}
