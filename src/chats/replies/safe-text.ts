import type { AllowedAddresses } from './sources/addresses.ts'
import { toSafeMarkdown } from './safe-markdown.ts'

/** Sanitizer of text that arrives in pieces: the joined return values are safe Markdown at any time. */
export interface SafeText {
  /** Adds a piece; returns the text that can be shown, possibly none. */
  push: (piece: string) => string
  /** Returns the rest. */
  end: () => string
}

/** Marks without which no text is or completes a link, a picture, a definition or HTML. */
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

/** Length of the longest mark; a mark may arrive in two pieces. */
const longestMark = 4

const addressStart = /(?<![\p{L}\p{N}])(?:ht?|htt|https?|w{1,3})$/iu

const mayGoOn = (word: string) => suspicious.test(word) || addressStart.test(word)

/**
 * Returns the end of the text that can be judged: its end, or the start of its last word, in a line without open
 * brackets.
 */
const findBoundary = (text: string): number => {
  const lineStart = text.lastIndexOf('\n') + 1
  const wordStart = lineStart + text.slice(lineStart).search(/\S*$/)
  const boundary = mayGoOn(text.slice(wordStart)) ? wordStart : text.length
  return isBalanced(text.slice(lineStart, boundary)) ? boundary : lineStart
}

/**
 * Minimum share of the text that a new piece must have before it is parsed, since each pass parses the whole text: the
 * total cost stays linear.
 */
const minShare = 0.05

/**
 * Applies {@link toSafeMarkdown} to text as it arrives. Holds back what may still become a link. Returned text never
 * changes, since each pass judges the whole text so far, including the safe text `before` it: a piece may close a code
 * block that began there.
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
