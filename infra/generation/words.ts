import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Language } from '../../src/language/stop-words.ts'

const root = resolve(import.meta.dirname, '../..')

/** Languages of questions, in the order in which ties between them are broken; others follow by their tags. */
const order: Language[] = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'uk', 'zh', 'ja']

/** Items of a list, or an object with several lists. */
type Words = string[] | object

/** Returns the words of each language by list, with the languages in their order. */
export const readWordLists = (): { tag: string; lists: Record<string, Words> }[] => {
  const files = globSync('src/language/words/*.json', { cwd: root }).toSorted()
  const tags = files.map((file) => basename(file, '.json'))
  return [...new Set([...order, ...tags])].map((tag) => ({
    tag,
    lists: JSON.parse(readFileSync(`${root}/src/language/words/${tag}.json`, 'utf8')) as Record<
      string,
      Words
    >,
  }))
}

const toValue = (words: Words) => (Array.isArray(words) ? words.join('\n') : words)

/** Returns a file for each list of words with the items of all languages. */
export const wordFiles = (): Record<string, string> => {
  const languages = readWordLists()
  const names = new Set(languages.flatMap(({ lists }) => Object.keys(lists)))
  return Object.fromEntries(
    [...names].map((name) => {
      const own = languages.flatMap(({ tag, lists: { [name]: words } }) =>
        words ? [[tag, toValue(words)]] : [],
      )
      return [`words/${name}.json`, JSON.stringify(Object.fromEntries(own))]
    }),
  )
}
