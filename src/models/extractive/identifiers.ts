import { fold } from '../../language/fold.ts'

/** Longer ones are no names, and no question is about more of them. */
const [maxNameCharacters, maxNames] = [200, 20]

const word = String.raw`[\p{L}\p{N}]`
const upTo = `{0,${maxNameCharacters}}`
const mixed = String.raw`(?=[\p{L}.-]${upTo}\p{N})(?=[\p{N}.-]${upTo}\p{L})${word}+(?:[-.]${word}+)*`
const capitals = String.raw`\p{Lu}{2,}s?`

/** Names with digits and letters (`DP-40`, `E07`) or in capitals (`CEO`), which mean one thing and no other. */
const identifier = new RegExp(`(?<!${word})(?:${mixed}|${capitals})(?!${word})`, 'gu')

/** A name in a question that means one thing and no other. */
export interface Identifier {
  /** Its letters and digits, folded. */
  name: string
  /** Where it stands in a text as {@link identifierText} gives it. */
  pattern: RegExp
  /** Written as only machines and model numbers are: a text without it is about something else. */
  isExact: boolean
}

const withoutMarks = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What people put around a name in a sentence, and the value behind an option. */
const aroundNames = /^[("'“„«¿¡*[]+|[)\]"'”“»?!.,;:…*]+$|(?<=^-.*)=.*$/gu

/** Ways to write a name that no sentence has: `max_size`, `--amend`, `a.conf`, `/etc/motd`, `std::map`, `@org/name`. */
const technical = [
  new RegExp(`^--?\\p{L}[\\p{L}\\p{N}-]*$|${word}_+${word}|^_+${word}|^@${word}.*/`, 'u'),
  new RegExp(`^(?=.*\\p{L})(?=.*${word}{3}).*${word}\\.${word}`, 'u'),
  /^~?\/\p{L}|\/.*\/|\p{L}::?[\p{L}\p{N}]/u,
]

/** What German joins to a noun by such marks, as in `Leser:innen`. */
const gendered = /[:_]in(?:nen)?$/u

const isTechnical = (token: string) =>
  !gendered.test(token) && technical.some((pattern) => pattern.test(token))

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

/** The name itself, not a longer one that it is a part of. */
const exactly = (token: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_-])${escape(token)}(?![\p{L}\p{N}_]|-[\p{L}\p{N}])`, 'u')

/** The letters of a name, however they are joined. */
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

/** The names in a question that a text must have to be about the same thing; a question in capitals has none. */
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

/** A text as identifiers are looked for in it: without the marks that Markdown escapes, and what options may lack. */
export const identifierText = (text: string): string =>
  fold(text)
    .replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replaceAll('[no-]', '')

/** How many of the names stand in a text, however they are joined there. */
export const countIdentifiers = (text: string, identifiers: Identifier[]): number => {
  if (identifiers.length === 0) return 0
  const plain = identifierText(text)
  return identifiers.filter(({ pattern }) => pattern.test(plain)).length
}

/** Whether both words are parts of one of the names, or are the same. */
export const isPartOf = (word: string, other: string, identifiers: Identifier[]): boolean =>
  word === other ||
  identifiers.some(({ name }) => word !== name && name.includes(word) && name.includes(other))
