import { fold } from '../../language/fold.ts'

const word = String.raw`[\p{L}\p{N}]`
const mixed = String.raw`(?=[\p{L}.-]*\p{N})(?=[\p{N}.-]*\p{L})${word}+(?:[-.]${word}+)*`
const capitals = String.raw`\p{Lu}{2,}s?`

/** Names with digits and letters (`DP-40`, `E07`) or in capitals (`CEO`), which mean one thing and no other. */
const identifier = new RegExp(`(?<!${word})(?:${mixed}|${capitals})(?!${word})`, 'gu')

const withoutMarks = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The names in a question that a text must have to be about the same thing; a question in capitals has none. */
export const findIdentifiers = (question: string): string[] => {
  const isLoud = question === question.toUpperCase()
  const found = isLoud ? [] : (question.match(identifier) ?? [])
  return [...new Set(found.map(withoutMarks))].filter((name) => name.length > 1)
}

/** How many of the names stand in a text, however they are joined there. */
export const countIdentifiers = (text: string, identifiers: string[]): number => {
  const folded = fold(text)
  return identifiers.filter((name) => {
    const joined = Array.from(name).join(String.raw`[\s\-._/]?`)
    return new RegExp(`(?<![\\p{L}\\p{N}])${joined}(?![\\p{N}])`, 'u').test(folded)
  }).length
}

/** Whether both words are parts of one of the names, or are the same. */
export const isPartOf = (word: string, other: string, identifiers: string[]): boolean =>
  word === other || identifiers.some((name) => word !== name && name.includes(word) && name.includes(other))
