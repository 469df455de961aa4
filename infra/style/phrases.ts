import { basename } from 'node:path'

const stores = 'tables?|index|lists?|history|trash|items?|buckets?|rows?|tags|calendars?'

/** Refused phrases with their replacements. */
const phrases: [RegExp, string][] = [
  [/\bwhoever\b/i, 'name the person, or "anyone who"'],
  [/\bso many\b/i, '"how many" or "this many"'],
  [/\b(?:for )?so\s+long\b(?! as)/i, '"how long" or "this long"'],
  [/\banew\b/i, '"again"'],
  [/\bby then\b/i, '"by that time", or nothing'],
  [/\b(?:is|are|be|was) at it\b/i, '"works on it"'],
  [/\bgo(?:es|ing)? on with\b/i, '"continue with"'],
  [/\b(?<!\b(?:any|each|none) )of\s+which\b/i, '"whose", or two sentences'],
  // words for the place of a stored thing
  [/\blies?\b|\blay\b/i, '"is" or "are"'],
  [
    new RegExp(`\\b(?:stands?|stood) (?:there )?(?:in|among|under) (?:\\w+ ){0,2}(?:${stores})\\b`, 'i'),
    '"is" or "are"',
  ],
]

/** Returns a sentence for each refused phrase in a line. */
export const refusedPhrases = (line: string): string[] =>
  phrases.flatMap(([phrase, instead]) => {
    const [found] = phrase.exec(line) ?? []
    return found === undefined ? [] : [`says "${found}"; write ${instead}.`]
  })

const exported = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm

/** Returns the names that a text exports; a schema and its type share one. */
const exportedNames = (text: string) => [
  ...new Set([...text.matchAll(exported)].map(([, name = '']) => name)),
]

const nounsInIng = ['encoding', 'everything', 'heading', 'rating', 'string', 'thing']

/**
 * Says which names mean several things. Files of one name play one role, each in its folder (`access.ts`,
 * `on-change.ts`): what they export under one name means one thing.
 */
export const refusedNames = (texts: Map<string, string>): string[] => {
  const exports = [...texts].flatMap(([file, text]) => exportedNames(text).map((name) => ({ name, file })))
  const shared = [...Map.groupBy(exports, ({ name }) => name)].filter(
    ([, files]) => new Set(files.map(({ file }) => basename(file))).size > 1,
  )
  return shared.map(
    ([name, files]) => `${files.map(({ file }) => file).join(', ')} export ${name}; a name means one thing.`,
  )
}

/** Says which of these files are named with gerunds. */
export const refusedFiles = (files: string[]): string[] =>
  files.flatMap((file) => {
    const [last = ''] = /\w+ing(?=\.ts$)/.exec(file) ?? []
    const isNoun = last === '' || nounsInIng.includes(last)
    return isNoun ? [] : [`${file} is named with a gerund; a file is named with a noun.`]
  })
