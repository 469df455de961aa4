import type { SkipReason } from '../../markdown/block.ts'
import type { Element } from '../../xml.ts'

/** Elements without text of the document, by the reason. */
export const leftOutElements = new Map<string, SkipReason>([
  ['tracked-changes', 'deleted'],
  ['annotation', 'comment'],
  ['forms', 'control'],
  ['binary-data', 'control'],
  ['page-number', 'margin'],
  // tables of contents and indexes lead to pages, and a course has none
  ...['table-of-content', 'alphabetical-index', 'illustration-index', 'table-index', 'object-index'].map(
    (name) => [name, 'contents'] as const,
  ),
])

/** Classes of frames that repeat something on each page of notes. */
const marginClasses = new Set(['header', 'footer', 'date-time', 'page-number', 'page'])

/** Returns the reason for which an element of an OpenDocument file is left out. */
export const findOdfReason = (
  { name, attributes }: Element,
  parent: Element | undefined,
  hasHiddenStyle: (name: string) => boolean,
): SkipReason | undefined => {
  const isHidden =
    attributes['text:display'] === 'none' || hasHiddenStyle(attributes['text:style-name'] ?? '')
  if (isHidden && (name === 'section' || name === 'span')) return 'hidden'
  // numbers of items as they were last shown
  if (name === 'number' && parent?.name === 'list-item') return 'control'
  const isMargin = parent?.name === 'notes' && marginClasses.has(attributes['presentation:class'] ?? '')
  return isMargin ? 'margin' : leftOutElements.get(name)
}
