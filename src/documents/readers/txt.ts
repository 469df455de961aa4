import { heading, paragraph, textNode, type Block, type Reading } from '../block.ts'
import { charactersOf } from '../characters.ts'

const numbered = /^(\d{1,3}(?:\.\d{1,3})*)\.?[ \t]+\p{Lu}[^.!?]{2,70}$/u
const named =
  /^(?:chapter|part|section|kapitel|teil|abschnitt|chapitre|partie|capítulo|capitolo|глава|часть|раздел)\s+[\dIVXLC]+\b.{0,80}$/iu
const cjk = /^第[一二三四五六七八九十百\d]+[章节節部回].{0,40}$/u
const underlined = /^.{1,100}\n(={3,}|-{3,}|~{3,})$/u

/** The level of a paragraph that looks like a heading, else 0. */
const levelOf = (text: string): number => {
  const line = underlined.exec(text)?.[1]
  if (line) return line.startsWith('=') ? 1 : 2
  if (text.includes('\n')) return 0
  if (named.test(text) || cjk.test(text)) return 1
  const number = numbered.exec(text)?.[1]
  if (number) return Math.min(6, number.split('.').length + 1)
  return /\p{Lu}{3}/u.test(text) && text === text.toUpperCase() && text.length <= 80 && !/[.!?;,]$/.test(text)
    ? 1
    : 0
}

const item = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/

const listOf = (lines: string[]): Block['node'] => ({
  type: 'list',
  ordered: /^\s*\d/.test(lines[0] ?? ''),
  spread: false,
  children: lines.map((line) => ({
    type: 'listItem',
    spread: false,
    children: [paragraph([textNode(line.replace(item, '').trim())])],
  })),
})

/** Lines that are short because they are meant so keep their breaks; others are one paragraph that was wrapped. */
const paragraphOf = (text: string): Block['node'] => {
  const lines = text.split('\n').map((line) => line.trim())
  const wrapped = lines.slice(0, -1).every((line) => line.length > 45)
  const children = lines.flatMap((line, at) =>
    at === 0
      ? [textNode(line)]
      : wrapped
        ? [textNode(` ${line}`)]
        : [{ type: 'break' as const }, textNode(line)],
  )
  return paragraph(children)
}

export async function* readTxt({ path, progress }: Reading): AsyncGenerator<Block> {
  const text = await charactersOf(path)
  const paragraphs = text
    .split(/\f|\n[ \t]*\n/)
    .map((piece) => piece.replace(/^[ \t]*\n|\s+$/g, ''))
    .filter((piece) => piece.trim())
  for (const [at, piece] of paragraphs.entries()) {
    const lines = piece.split('\n')
    const level = levelOf(piece.trim())
    if (level > 0) yield { node: heading(level, [textNode((lines[0] ?? '').trim())]), page: null }
    else if (lines.every((line) => item.test(line))) yield { node: listOf(lines), page: null }
    else yield { node: paragraphOf(piece), page: null }
    if (at % 1000 === 0) progress(at / paragraphs.length)
  }
}
