import type { Archive } from '../../archive.ts'
import type { Images } from '../../images.ts'
import type { Reading, Skip } from '../../markdown/block.ts'
import { readRelationships, type Relationships } from '../../relationships.ts'
import { readAllElements, type Element, type Replace } from '../../xml.ts'
import { cleaner } from '../cleaner.ts'
import { findDocxReason } from './left-out.ts'
import { ListNumbers } from './list-numbers.ts'
import { readStyles, type DocxStyle } from './styles.ts'

/** Parsed parts and reading state of a document. */
export type DocxDocument = {
  archive: Archive
  images: Images
  relationships: Relationships
  styles: Map<string, DocxStyle>
  numbering: ListNumbers
  /** Footnotes and endnotes by their labels. */
  notes: Map<string, Element>
  /** Labels of notes with a reference but no definition in the output yet. */
  openNotes: string[]
  /** Drawings of the current paragraph; their text follows the paragraph. */
  drawings: Element[]
  skip: Skip
  clean: Replace
  /** The current page; null if pages are unknown. */
  page: number | null
}

const renderedPageBreak = 'lastRenderedPageBreak'

/** Returns true if Word stored where pages ended in its last layout; otherwise pages are unknown. */
const hasPageBreaks = async (archive: Archive, part: string): Promise<boolean> => {
  for await (const chunk of archive.readChunks(part)) if (chunk.includes(renderedPageBreak)) return true
  return false
}

export const footnoteLabel = (id: string | undefined) => `${id}`
export const endnoteLabel = (id: string | undefined) => `e${id}`

const readNotes = async (archive: Archive, clean: Replace): Promise<Map<string, Element>> => {
  const footnotes = await readAllElements(archive, 'word/footnotes.xml', ['footnote'], clean)
  const endnotes = await readAllElements(archive, 'word/endnotes.xml', ['endnote'], clean)
  return new Map([
    ...footnotes.map((note) => [footnoteLabel(note.attributes['w:id']), note] as const),
    ...endnotes.map((note) => [endnoteLabel(note.attributes['w:id']), note] as const),
  ])
}

export const openDocx = async (
  archive: Archive,
  part: string,
  { images, skip }: Pick<Reading, 'images' | 'skip'>,
): Promise<DocxDocument> => {
  const clean = cleaner(findDocxReason, skip)
  return {
    archive,
    images,
    skip,
    clean,
    relationships: await readRelationships(archive, part),
    styles: await readStyles(archive),
    numbering: await ListNumbers.read(archive),
    notes: await readNotes(archive, clean),
    openNotes: [],
    drawings: [],
    page: (await hasPageBreaks(archive, part)) ? 1 : null,
  }
}
