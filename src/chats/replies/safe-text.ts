import type { AllowedAddresses } from './sources/addresses.ts'
import { toSafeMarkdown } from './safe-markdown.ts'

/** Text that arrives piece by piece; what each call returns, joined, is safe Markdown at any time. */
export interface SafeText {
  /** Takes a piece in; returns what can be shown by now, perhaps nothing. */
  push: (piece: string) => string
  /** Returns the rest. */
  end: () => string
}

/** Without one of these no text is, or completes, a link, a picture, a definition or HTML. */
const suspicious = /[[\]<>`\\&@]|:\S|:$|\/\/|\/$|www\./i

const isBalanced = (line: string) => {
  const count = (mark: string) => line.split(mark).length
  return (
    count('[') === count(']') &&
    count('(') === count(')') &&
    count('<') === count('>') &&
    count('`') % 2 === 1
  )
}

/** Length of the longest of them, which may arrive in two pieces. */
const longestMark = 4

const addressStart = /(?<![\p{L}\p{N}])(?:ht?|htt|https?|w{1,3})$/iu

const mayGoOn = (word: string) => suspicious.test(word) || addressStart.test(word)

/** Up to where a text can be judged: its end, or the start of its last word, in a line without open brackets. */
const findBoundary = (text: string): number => {
  const lineStart = text.lastIndexOf('\n') + 1
  const wordStart = lineStart + text.slice(lineStart).search(/\S*$/)
  const boundary = mayGoOn(text.slice(wordStart)) ? wordStart : text.length
  return isBalanced(text.slice(lineStart, boundary)) ? boundary : lineStart
}

/** Parsing begins again each time, so it waits for a piece of this share of the text: the sum stays linear. */
const minShare = 0.05

/**
 * Makes {@link toSafeMarkdown} of a text while it arrives. What may still become a link is held back; what has been
 * returned never changes, since the whole text so far is judged each time, with the safe text that stands `before` it:
 * a piece may end a block of code that began there.
 */
export const safeText = (addresses: AllowedAddresses, before = ''): SafeText => {
  let safe = before
  let pending = ''

  const settle = (length: number) => {
    const piece = pending.slice(0, length)
    pending = pending.slice(length)
    const mayLead = suspicious.test(safe.slice(-longestMark) + piece)
    const text = mayLead ? toSafeMarkdown(safe + piece, addresses, safe.length) : safe + piece
    const settled = text.slice(safe.length)
    safe = text
    return settled
  }

  return {
    push: (piece) => {
      pending += piece
      const boundary = findBoundary(pending)
      const isEnough = !suspicious.test(pending) || boundary >= safe.length * minShare
      return boundary > 0 && isEnough ? settle(boundary) : ''
    },
    end: () => settle(pending.length),
  }
}
