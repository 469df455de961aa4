import type { SkipReason } from '../../markdown/block.ts'
import type { Element } from '../../xml.ts'

/** Elements to leave out, by reason. */
export const leftOutElements = new Map<string, SkipReason>([
  ['tracked-changes', 'deleted'],
  ['annotation', 'comment'],
  ['forms', 'control'],
  ['binary-data', 'control'],
  ['page-number', 'margin'],
  // tables of contents and indexes refer to pages, and a course has none
  ...['table-of-content', 'alphabetical-index', 'illustration-index', 'table-index', 'object-index'].map(
    (name) => [name, 'contents'] as const,
  ),
])

/** Classes of frames that repeat content on each page of notes. */
const marginClasses = new Set(['header', 'footer', 'date-time', 'page-number', 'page'])

/** Returns the reason for leaving an element of an OpenDocument file out. */
export const findOdfReason = (
  { name, attributes }: Element,
  parent: Element | undefined,
  hasHiddenStyle: (name: string) => boolean,
): SkipReason | undefined => {
  const isHidden =
    attributes['text:display'] === 'none' || hasHiddenStyle(attributes['text:style-name'] ?? '')
  if (isHidden && (name === 'section' || name === 'span')) return 'hidden'
  // item numbers as last displayed; readers compute them
  if (name === 'number' && parent?.name === 'list-item') return 'control'
  const isMargin = parent?.name === 'notes' && marginClasses.has(attributes['presentation:class'] ?? '')
  return isMargin ? 'margin' : leftOutElements.get(name)
}
