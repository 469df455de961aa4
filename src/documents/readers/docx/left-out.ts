import type { SkipReason } from '../../markdown/block.ts'
import { childElements, findByPath, type Element } from '../../xml.ts'
import { getValue, isOn } from './styles.ts'

/** Elements to leave out, by reason. */
export const leftOutElements = new Map<string, SkipReason>([
  ...['del', 'moveFrom', 'delText', 'delInstrText'].map((name) => [name, 'deleted'] as const),
  // sizes and positions of drawings, and data of objects and fields
  ...[
    'positionH',
    'positionV',
    'sizeRelH',
    'sizeRelV',
    'LinkType',
    'LockedField',
    'FieldCodes',
    'fldData',
  ].map((name) => [name, 'control'] as const),
])

/** Returns true if the properties of a row or cell mark it as deleted by tracked changes. */
const isDeleted = (element: Element, properties: string) =>
  childElements(findByPath(element, properties)).some(({ name }) => /^(?:cellD|d)el$/.test(name))

/** Returns true for a hidden run, unless it contains a part of a field. */
const isHidden = (run: Element) =>
  isOn(findByPath(run, 'rPr'), 'vanish') &&
  !run.children.some((child) => typeof child !== 'string' && /^(?:fldChar|instrText)$/.test(child.name))

const isContents = (control: Element) =>
  getValue(findByPath(control, 'sdtPr', 'docPartObj', 'docPartGallery')) === 'Table of Contents'

/** Returns the reason for leaving an element of a Word document out. */
export const findDocxReason = (element: Element): SkipReason | undefined => {
  const { name } = element
  if (name === 'r') return isHidden(element) ? 'hidden' : undefined
  if (name === 'sdt') return isContents(element) ? 'contents' : undefined
  if (name === 'tr' || name === 'tc') return isDeleted(element, `${name}Pr`) ? 'deleted' : undefined
  return leftOutElements.get(name)
}
