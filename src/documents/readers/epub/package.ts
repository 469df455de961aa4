import type { Archive } from '../../archive.ts'
import { resolvePart } from '../../relationships.ts'
import { corrupt, tooMany, UnreadableFile } from '../../unreadable-file.ts'
import { findElements, readAllElements, textContent, type Element } from '../../xml.ts'

/** Parts of a book in reading order, and their titles in its table of contents. */
export type EpubPackage = { title: string; parts: string[]; titlesOfParts: Map<string, string> }

const maxParts = 10_000
const pageType = /xhtml|html/
const navigationType = 'application/x-dtbncx+xml'

const textLine = (element: Element | undefined) => textContent(element).replace(/\s+/g, ' ').trim()

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

/** Reads the table of contents of EPUB 2, which most EPUB 3 books contain as well. */
const readTitles = async (archive: Archive, part: string): Promise<Map<string, string>> => {
  const titles = new Map<string, string>()
  const points = await readAllElements(archive, part, ['navLabel', 'content'])
  for (const [at, { name, attributes }] of points.entries()) {
    const label = points[at - 1]
    if (name !== 'content' || label?.name !== 'navLabel') continue
    const target = resolvePart(attributes['src'] ?? '', part)
    const title = textLine(label)
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
  const toPart = (href: string | undefined) => resolvePart(href ?? '', packagePart)
  const isPage = ({ 'media-type': type = '', properties = '' }: Element['attributes']) =>
    pageType.test(type) && !properties.split(' ').includes('nav')
  const pages = new Map(items.filter(isPage).map(({ id = '', href }) => [id, toPart(href)]))
  // parts outside the main text, such as answers and notes, follow it
  const isBeside = ({ attributes }: Element) => attributes['linear'] === 'no'
  const listed = findElements(root, 'itemref')
    .toSorted((one, other) => Number(isBeside(one)) - Number(isBeside(other)))
    .map(({ attributes }) => pages.get(attributes['idref'] ?? '') ?? '')
  const parts = [...new Set(listed)].filter((part) => archive.has(part))
  if (parts.length > maxParts) throw tooMany('chapters')
  await requireOpen(archive, parts)
  const navigation = items.find((item) => item['media-type'] === navigationType)
  const titlesOfParts = navigation ? await readTitles(archive, toPart(navigation['href'])) : new Map()
  return { title: textLine(findElements(root, 'title')[0]), parts, titlesOfParts }
}
