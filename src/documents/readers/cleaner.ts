import type { Skip, SkipReason } from '../markdown/block.ts'
import { childElements, findElements, textContent, type Element, type Replace } from '../xml.ts'

/** Returns the reason for which an element is left out; undefined for one that is read. */
type LeaveOut = (element: Element, parent: Element | undefined) => SkipReason | undefined

/** Elements by which an alternative shows something. */
const shown = ['t', 'blip', 'imagedata', 'txbxContent', 'txBody', 'chart', 'relIds', 'oMath', 'OLEObject']

/** The first alternative with something to show; the others say the same for older programs. */
const chooseAlternative = (alternatives: Element[]): Element | undefined =>
  alternatives.find((alternative) => findElements(alternative, ...shown).length > 0) ?? alternatives[0]

/**
 * Takes what is left out of a tree while that is parsed, and puts one alternative in the place of a markup
 * compatibility block (ISO/IEC 29500-3, section 7.6). Properties stay, where names of changes are marks alone.
 */
export const cleaner =
  (leaveOut: LeaveOut, skip: Skip): Replace =>
  (element, parent) => {
    if (element.name === 'AlternateContent') {
      const alternatives = childElements(element)
      const chosen = chooseAlternative(alternatives)
      for (const other of alternatives) if (other !== chosen) skip('alternative', textContent(other))
      return chosen?.children ?? []
    }
    const reason = parent?.name.endsWith('Pr') ? undefined : leaveOut(element, parent)
    if (!reason) return undefined
    skip(reason, textContent(element))
    return []
  }
