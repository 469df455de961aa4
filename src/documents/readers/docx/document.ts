import type { Archive } from '../../archive.ts'
import { keysByName } from '../../keys-by-name.ts'
import type { Reading, SkipReason } from '../../markdown/block.ts'
import { readRelationships, type OpenPart } from '../../relationships.ts'
import { childElements, findByPath, readAllElements, type Element, type Replace } from '../../xml.ts'
import { cleaner } from '../cleaner.ts'
import { ListNumbers } from './list-numbers.ts'
import { getValue, isPropertyOn, readDocxStyles, type DocxStyle } from './styles.ts'

/** Parsed parts and reading state of a document. */
export type DocxDocument = OpenPart &
  Pick<Reading, 'images' | 'skip'> & {
    styles: Map<string, DocxStyle>
    numbering: ListNumbers
    /** Footnotes and endnotes by their labels. */
    notes: Map<string, Element>
    /** Labels of notes with a reference but no definition in the output yet. */
    openNotes: string[]
    /** Drawings of the current paragraph; their text follows the paragraph. */
    drawings: Element[]
    clean: Replace
    /** The current page; null if pages are unknown. */
    page: number | null
  }

/** Returns true if Word stored where pages ended in its last layout; otherwise pages are unknown. */
const hasPageBreaks = async (archive: Archive, part: string): Promise<boolean> => {
  for await (const chunk of archive.readChunks(part)) if (chunk.includes('lastRenderedPageBreak')) return true
  return false
}

export const noteLabel = ({ name, attributes }: Element): string =>
  `${name.startsWith('endnote') ? 'e' : ''}${attributes['w:id']}`

const readDocxNotes = async (archive: Archive, clean: Replace): Promise<Map<string, Element>> => {
  const footnotes = await readAllElements(archive, 'word/footnotes.xml', ['footnote'], clean)
  const endnotes = await readAllElements(archive, 'word/endnotes.xml', ['endnote'], clean)
  return new Map([...footnotes, ...endnotes].map((note) => [noteLabel(note), note]))
}

/** Elements to leave out, by reason. */
export const leftOutElements = keysByName({
  deleted: 'del moveFrom delText delInstrText',
  // sizes and positions of drawings, and data of objects and fields
  control: 'positionH positionV sizeRelH sizeRelV LinkType LockedField FieldCodes fldData',
})

/** Returns true if the properties of a row or cell mark it as deleted by tracked changes. */
const isDeleted = (element: Element, properties: string) =>
  childElements(findByPath(element, properties)).some(({ name }) => /^(?:cellD|d)el$/.test(name))

/** Returns true for a hidden run, unless it contains a part of a field. */
const isHidden = (run: Element) =>
  isPropertyOn(findByPath(run, 'rPr'), 'vanish') &&
  !run.children.some((child) => typeof child !== 'string' && /^(?:fldChar|instrText)$/.test(child.name))

const isContentsControl = (control: Element) =>
  getValue(findByPath(control, 'sdtPr', 'docPartObj', 'docPartGallery')) === 'Table of Contents'

/** Returns the reason for leaving an element of a Word document out. */
const findDocxReason = (element: Element): SkipReason | undefined => {
  const { name } = element
  if (name === 'r') return isHidden(element) ? 'hidden' : undefined
  if (name === 'sdt') return isContentsControl(element) ? 'contents' : undefined
  if (name === 'tr' || name === 'tc') return isDeleted(element, `${name}Pr`) ? 'deleted' : undefined
  return leftOutElements.get(name)
}

export const openDocx = async (archive: Archive, part: string, reading: Reading): Promise<DocxDocument> => {
  const { images, skip } = reading
  const clean = cleaner(findDocxReason, skip)
  return {
    archive,
    images,
    skip,
    clean,
    relationships: await readRelationships(archive, part),
    styles: await readDocxStyles(archive),
    numbering: await ListNumbers.read(archive),
    notes: await readDocxNotes(archive, clean),
    openNotes: [],
    drawings: [],
    page: (await hasPageBreaks(archive, part)) ? 1 : null,
  }
}
