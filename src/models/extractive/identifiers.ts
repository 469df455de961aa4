import { fold } from '../../language/fold.ts'

/** Maximum length of a name and maximum number of names in a question; longer strings are no names. */
const [maxNameCharacters, maxNames] = [200, 20]

const word = String.raw`[\p{L}\p{N}]`
const upTo = `{0,${maxNameCharacters}}`
const mixed = String.raw`(?=[\p{L}.-]${upTo}\p{N})(?=[\p{N}.-]${upTo}\p{L})${word}+(?:[-.]${word}+)*`
const capitals = String.raw`\p{Lu}{2,}s?`

/** Names with digits and letters (`DP-40`, `E07`) or in capitals (`CEO`), which are unambiguous. */
const identifier = new RegExp(`(?<!${word})(?:${mixed}|${capitals})(?!${word})`, 'gu')

/** An unambiguous name in a question. */
export interface Identifier {
  /** Letters and digits of the name, folded. */
  name: string
  /** Pattern that finds the name in the result of {@link identifierText}. */
  pattern: RegExp
  /** True for the notation of machines and model numbers: a text without this name is about something else. */
  isExact: boolean
}

const withoutMarks = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Punctuation around a name in a sentence, and the value behind an option. */
const aroundNames = /^[("'“„«¿¡*[]+|[)\]"'”“»?!.,;:…*]+$|(?<=^-.*)=.*$/gu

/** Notations that occur in no sentence: `max_size`, `--amend`, `a.conf`, `/etc/motd`, `std::map`, `@org/name`. */
const technical = [
  new RegExp(`^--?\\p{L}[\\p{L}\\p{N}-]*$|${word}_+${word}|^_+${word}|^@${word}.*/`, 'u'),
  new RegExp(`^(?=.*\\p{L})(?=.*${word}{3}).*${word}\\.${word}`, 'u'),
  /^~?\/\p{L}|\/.*\/|\p{L}::?[\p{L}\p{N}]/u,
]

/** Gender suffix that German joins to a noun with `:` or `_`, as in `Leser:innen`. */
const gendered = /[:_]in(?:nen)?$/u

const isTechnical = (token: string) =>
  !gendered.test(token) && technical.some((pattern) => pattern.test(token))

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

/** Returns a pattern of the name itself that does not match inside longer names. */
const exactly = (token: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_-])${escape(token)}(?![\p{L}\p{N}_]|-[\p{L}\p{N}])`, 'u')

/** Returns a pattern of the letters of a name with any separators. */
const loosely = (name: string) => {
  const joined = Array.from(name).join(String.raw`[\s\-._/]?`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${joined}(?![\p{N}])`, 'u')
}

const findTechnical = (question: string): Identifier[] =>
  question.split(/\s+/u).flatMap((part) => {
    if (part.length > maxNameCharacters) return []
    const token = fold(part.replaceAll('`', '').replaceAll(aroundNames, ''))
    const name = withoutMarks(token)
    return name !== '' && isTechnical(token)
      ? [{ name, pattern: exactly(token), isExact: name.length > 1 }]
      : []
  })

/** Returns the names that a text must contain to be about the same thing; none for a question in capitals. */
export const findIdentifiers = (question: string): Identifier[] => {
  const isLoud = question === question.toUpperCase()
  const written = isLoud ? [] : (question.match(identifier) ?? [])
  const found = written.filter(({ length }) => length <= maxNameCharacters)
  const loose = found.map((text) => {
    const name = withoutMarks(text)
    return { name, pattern: loosely(name), isExact: /^\p{L}.*\p{N}/u.test(name) }
  })
  const all = [...findTechnical(question), ...loose.filter(({ name }) => name.length > 1)].slice(0, maxNames)
  const isInside = ({ name }: Identifier, at: number) =>
    all.some((other, n) => n !== at && other.name.includes(name) && (other.name !== name || n < at))
  return all.filter((one, at) => !isInside(one, at))
}

/** Normalizes a text for the search for identifiers: removes Markdown escapes, and the optional `[no-]` of options. */
export const identifierText = (text: string): string =>
  fold(text)
    .replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replaceAll('[no-]', '')

/** Returns the number of names in a text, with any separators. */
export const countIdentifiers = (text: string, identifiers: Identifier[]): number => {
  if (identifiers.length === 0) return 0
  const plain = identifierText(text)
  return identifiers.filter(({ pattern }) => pattern.test(plain)).length
}

/** Returns true if the words are equal or if both are parts of one name. */
export const isPartOf = (word: string, other: string, identifiers: Identifier[]): boolean =>
  word === other ||
  identifiers.some(({ name }) => word !== name && name.includes(word) && name.includes(other))
