import { parseSync } from 'oxc-parser'
import { nodesIn, type Node } from './source-text.ts'

/** Minimum number of words of other languages than English in a list, and their minimum share of its words. */
const minForeign = 3
const minShare = 0.5

/** A word, or an ending of one; longer than language tags, and than prefixes of words. */
const word = /^(?:[\p{L}\p{M}]{3,}|[\p{scx=Han}\p{scx=Kana}\p{scx=Hira}]{2})$/u

/** Syntax of regular expressions around a word. */
const syntax = /\?(?:[:=!]|<[=!])|[?^$]|\[[^\]]*\]/gu

/** Returns the parts of a string or a pattern that may be the items of a list. */
const itemsOf = (text: string): string[] => {
  const isList = text.includes('|') || !/\p{Lu}|[.,;:!?]/u.test(text)
  return isList ? text.split(/[\s|()]+/u).map((item) => item.replaceAll(syntax, '')) : []
}

const stringOf = (node: Node | null): string => (typeof node?.['value'] === 'string' ? node['value'] : '')

/** Returns the items of a literal: an array of strings, a string, a part of a template, or a regular expression. */
const listIn = (node: Node): string[] => {
  if (node.type === 'ArrayExpression') return (node['elements'] as (Node | null)[]).map(stringOf)
  if (node.type === 'TemplateElement') return itemsOf((node['value'] as { cooked: string }).cooked)
  if (node.type !== 'Literal') return []
  return itemsOf((node['regex'] as { pattern: string } | undefined)?.pattern ?? stringOf(node))
}

/** Words of human languages, by which the check recognizes a list. */
export interface KnownWords {
  english: ReadonlySet<string>
  others: ReadonlySet<string>
}

/** Returns a sentence for each literal in `source` that lists words of other languages than English. */
export const refusedWordLists = (file: string, source: string, { english, others }: KnownWords): string[] => {
  const lists = [...nodesIn(parseSync(file, source).program)].flatMap((node) => {
    const words = [...new Set(listIn(node).map((item) => item.toLowerCase()))].filter((item) =>
      word.test(item),
    )
    const isForeign = (item: string) =>
      (others.has(item) && !english.has(item)) || !/\p{Script=Latin}/u.test(item)
    const foreign = words.filter(isForeign)
    return foreign.length >= minForeign && foreign.length >= words.length * minShare
      ? [{ line: source.slice(0, node.start).split('\n').length, foreign }]
      : []
  })
  return lists.map(
    ({ line, foreign }) =>
      `${file}:${line} lists "${foreign.slice(0, 3).join(' ')} …"; words of languages are in src/language/words.`,
  )
}
