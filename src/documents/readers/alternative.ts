import { childElements, findElements, noElement, type Element } from '../xml.ts'

/** Elements by which an alternative shows something. */
const shown = ['t', 'blip', 'imagedata', 'txbxContent', 'txBody', 'chart', 'relIds', 'oMath', 'OLEObject']

/**
 * Divides the alternatives of a markup compatibility block (ISO/IEC 29500-3, section 7.6) into the first with something
 * to show, and the others, which say the same for older programs.
 */
export const chooseAlternative = (element: Element): { chosen: Element; others: Element[] } => {
  const alternatives = childElements(element)
  const chosen =
    alternatives.find((alternative) => findElements(alternative, ...shown).length > 0) ??
    alternatives[0] ??
    noElement
  return { chosen, others: alternatives.filter((alternative) => alternative !== chosen) }
}

/** Returns the references to pictures in a drawing, each once: alternatives repeat them. */
export const findPictures = (drawing: Element): Element[] =>
  childElements(drawing).flatMap((child) => {
    if (child.name === 'blip' || child.name === 'imagedata') return [child]
    if (child.name === 'txbxContent') return []
    return findPictures(child.name === 'AlternateContent' ? chooseAlternative(child).chosen : child)
  })
