import { fold } from './fold.ts'

/** Items of a list by language (BCP 47), one per line. */
export type WordList = Readonly<Record<string, string>>

/** Returns the items of a list in all languages. */
export const listItems = (list: WordList): string[] => Object.values(list).join('\n').split('\n')

/** Classes of characters and other escapes in a pattern, which must not be folded. */
const escapes = /(\\(?:[pP]\{\w+\}|.))/u

/** Folds the words of a pattern, for comparison with folded text; й becomes и, for example. */
export const foldPattern = (pattern: string): string =>
  pattern
    .split(escapes)
    .map((part) => (part.startsWith('\\') ? part : fold(part)))
    .join('')

/** Returns the items of a list in all languages, for comparison with folded text. */
export const foldedItems = (list: WordList): string[] => listItems(list).map(foldPattern)

/** Returns a pattern that matches any item of a list, in the form of alternatives without a group. */
export const matchAny = (list: WordList): string => listItems(list).join('|')

/** Returns a pattern that matches any item of a list in folded text. */
export const matchFolded = (list: WordList): string => foldedItems(list).join('|')
