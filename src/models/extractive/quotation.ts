import { codeSpan, escape } from './markdown.ts'
import type { Unit } from './units.ts'

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/gu) ?? []).map(({ length }) => length))

/** A sentence as Markdown: spans of code stay such, nothing else of it is marked up. */
const escapeSentence = (text: string): string => {
  let at = 0
  let result = ''
  for (const span of text.matchAll(codeSpan)) {
    result += escape(text.slice(at, span.index)) + span[0]
    at = span.index + span[0].length
  }
  return result + escape(text.slice(at))
}

const toBlockquote = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** A title in a link. */
export const escapeLinkText = (title: string): string => escape(title.replaceAll(/\s+/gu, ' ').trim())

/** Units that belong together as one quotation in Markdown that nothing in them can end, with where they come from. */
export const formatQuotation = (units: Unit[], source: string): string => {
  const blocks = units.map(({ kind, text, language }) => {
    if (kind === 'sentence') return `“${escapeSentence(text)}”`
    const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
    return `${fence}${language}\n${text.replaceAll('\r', '')}\n${fence}`
  })
  const isSentence = units[0]?.kind === 'sentence'
  const [first = '', ...rest] = blocks
  return toBlockquote((isSentence ? [`${first} ${source}`, ...rest] : [...blocks, source]).join('\n\n'))
}
