import type { Skip, SkipReason } from '../markdown/block.ts'
import { childElements, findElements, textContent, type Element, type Replace } from '../xml.ts'

/** Returns the reason for leaving an element out, or undefined to read it. */
export type LeaveOut = (element: Element, parent: Element | undefined) => SkipReason | undefined

/** Elements with visible content; an alternative without them shows nothing. */
const shown = ['t', 'blip', 'imagedata', 'txbxContent', 'txBody', 'chart', 'relIds', 'oMath', 'OLEObject']

/**
 * Removes elements that are left out, and replaces a markup compatibility block with one of its alternatives (ISO/IEC
 * 29500-3, section 7.6). Properties stay, because elements named after changes are only flags there.
 */
export const cleaner =
  (leaveOut: LeaveOut, skip: Skip): Replace =>
  (element, parent) => {
    if (element.name === 'AlternateContent') {
      const alternatives = childElements(element)
      // the others repeat the first one with visible content for older programs
      const chosen = alternatives.find((one) => findElements(one, ...shown).length > 0) ?? alternatives[0]
      for (const other of alternatives) if (other !== chosen) skip('alternative', textContent(other))
      return chosen?.children ?? []
    }
    const reason = parent?.name.endsWith('Pr') ? undefined : leaveOut(element, parent)
    if (!reason) return undefined
    skip(reason, textContent(element))
    return []
  }
