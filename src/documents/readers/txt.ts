import chapterWords from '#generated/words/chapterWords.json' with { type: 'json' }
import { matchAny } from '../../language/word-lists.ts'
import { heading, paragraph, textNode, type Block, type Reading } from '../markdown/block.ts'
import { list } from '../markdown/list.ts'
import { readTextFile } from '../text-file.ts'

const numberedHeading = /^(\d{1,3}(?:\.\d{1,3})*)\.?[ \t]+\p{Lu}[^.!?]{2,70}$/u
const namedHeading = new RegExp(`^(?:${matchAny(chapterWords)})\\s+[\\dIVXLC]+\\b.{0,80}$`, 'iu')
const chineseHeading = /^第[一二三四五六七八九十百\d]+[章节節部回].{0,40}$/u
const underlinedHeading = /^.{1,100}\n(={3,}|-{3,}|~{3,})$/u
const maxCapitalsCharacters = 80

const isInCapitals = (text: string): boolean =>
  /\p{Lu}{3}/u.test(text) &&
  text === text.toUpperCase() &&
  text.length <= maxCapitalsCharacters &&
  !/[.!?;,]$/.test(text)

/** Returns the depth of a paragraph that looks like a heading, otherwise 0. */
const findDepth = (text: string): number => {
  const underline = underlinedHeading.exec(text)?.[1]
  if (underline) return underline.startsWith('=') ? 1 : 2
  if (text.includes('\n')) return 0
  if (namedHeading.test(text) || chineseHeading.test(text)) return 1
  const number = numberedHeading.exec(text)?.[1]
  if (number) return Math.min(6, number.split('.').length + 1)
  return isInCapitals(text) ? 1 : 0
}

const bullet = /^\s*[-*•–]\s+/
const itemNumber = /^\s*(\d{1,3})[.)]\s+/

/** Returns true if lines are numbered consecutively. A single number may be a date, and other numbers may be labels. */
const isNumberedList = (lines: string[]) => {
  const numbers = lines.map((line) => Number(itemNumber.exec(line)?.[1] ?? Number.NaN))
  return lines.length > 1 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
}

const toTextList = (lines: string[], ordered: boolean): Block['node'] =>
  list(
    lines.map((line) => {
      const number = Number(itemNumber.exec(line)?.[1])
      const children = [textNode(line.replace(ordered ? itemNumber : bullet, '').trim())]
      return { level: 0, ordered, ...(ordered && { number }), children }
    }),
  )

const minWrappedCharacters = 45

/** Creates a paragraph. Keeps its line breaks if a line is short; otherwise the lines were wrapped, and are joined. */
const toParagraph = (text: string): Block['node'] => {
  const [first = '', ...rest] = text.split('\n').map((line) => line.trim())
  const isWrapped = [first, ...rest].slice(0, -1).every((line) => line.length > minWrappedCharacters)
  const following = rest.flatMap((line) =>
    isWrapped ? [textNode(` ${line}`)] : [{ type: 'break' as const }, textNode(line)],
  )
  return paragraph([textNode(first), ...following])
}

const toPlainBlock = (text: string): Block['node'] => {
  const lines = text.split('\n')
  const depth = findDepth(text.trim())
  if (depth > 0) return heading(depth, [textNode((lines[0] ?? '').trim())])
  const ordered = isNumberedList(lines)
  const isList = ordered || lines.every((line) => bullet.test(line))
  return isList ? toTextList(lines, ordered) : toParagraph(text)
}

const paragraphsPerProgress = 1_000

export async function* readTxt({ progress, ...file }: Reading): AsyncGenerator<Block> {
  const text = await readTextFile(file)
  const paragraphs = text
    .split(/\f|\n[ \t]*\n/)
    .map((piece) => piece.trimEnd().replace(/^[ \t]*\n/, ''))
    .filter((piece) => piece.trim())
  for (const [at, piece] of paragraphs.entries()) {
    yield { node: toPlainBlock(piece), page: null }
    if (at % paragraphsPerProgress === 0) progress(at / paragraphs.length)
  }
}
