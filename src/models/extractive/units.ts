import { toPlainText } from './markdown.ts'

/** What can be quoted: a sentence in plain text but for code in backticks, or a block of code. */
export interface Unit {
  kind: 'sentence' | 'code'
  text: string
  /** Of code, as its fence has it. */
  language: string
  /** The heading that it stands under in its passage. */
  heading: string
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** So long a quoted sentence is at the most. */
const maxSentenceCharacters = 400

const truncateSentence = (text: string) => {
  if (text.length <= maxSentenceCharacters) return text
  const room = text.slice(0, maxSentenceCharacters)
  const end = room.lastIndexOf(' ')
  return `${room.slice(0, end > maxSentenceCharacters / 2 ? end : maxSentenceCharacters).toWellFormed()} …`
}

/** Sentences of a paragraph; a name with a point in it does not end one, and code is not cut. */
const splitSentences = (text: string): string[] => {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const last = sentences.at(-1)
    const isOpen =
      last !== undefined &&
      ((last.split('`').length - 1) % 2 === 1 || /\b(?:e\.g|i\.e|etc|vs|z\.B|bzw|ca|Nr)\. *$/u.test(last))
    if (isOpen) sentences[sentences.length - 1] = last + segment
    else sentences.push(segment)
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}]{2}/u.test(sentence))
}

const maxCodeLines = 25
const maxCodeCharacters = 1_200

const truncateCode = (lines: string[]) => {
  const shown = lines.slice(0, maxCodeLines).join('\n').slice(0, maxCodeCharacters).trimEnd()
  return shown.length < lines.join('\n').trimEnd().length ? `${shown}\n…` : shown
}

/** What can be quoted of a passage, in its order. */
export const splitUnits = (passage: string): Unit[] => {
  const units: Unit[] = []
  let heading = ''
  let lines: string[] = []
  let fence: { mark: string; language: string } | undefined

  const closeParagraph = () => {
    const text = toPlainText(lines.join('\n'))
    lines = []
    for (const sentence of splitSentences(text))
      units.push({ kind: 'sentence', text: truncateSentence(sentence), language: '', heading })
  }
  const closeCode = () => {
    if (fence && lines.some((line) => line.trim() !== ''))
      units.push({ kind: 'code', text: truncateCode(lines), language: fence.language, heading })
    lines = []
    fence = undefined
  }

  for (const line of passage.split(/\r?\n/)) {
    if (fence) {
      const text = line.trim()
      if (text.startsWith(fence.mark) && text.replaceAll(fence.mark.charAt(0), '') === '') closeCode()
      else lines.push(line)
      continue
    }
    const [, mark, language] = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/u.exec(line) ?? []
    const [, title] = /^ {0,3}#{1,6}\s+(.*)$/u.exec(line) ?? []
    const row = /^\s*\|(.*)\|\s*$/u.exec(line)?.[1]
    if (mark !== undefined) {
      closeParagraph()
      fence = { mark, language: language ?? '' }
    } else if (title !== undefined) {
      closeParagraph()
      heading = toPlainText(title)
    } else if (row !== undefined) {
      closeParagraph()
      if (/[^\s|:-]/u.test(row))
        lines.push(
          row
            .split(/(?<!\\)\|/u)
            .map((cell) => cell.trim())
            .filter(Boolean)
            .join(' – '),
        )
      closeParagraph()
    } else if (line.trim() === '' || /^\s*(?:[*_-]\s*){3,}$/u.test(line)) closeParagraph()
    else {
      if (/^\s*(?:[-*+]|\d+[.)])\s/u.test(line)) closeParagraph()
      lines.push(line.replace(/^\s*(?:>\s*)*(?:(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)?/u, ''))
    }
  }
  if (fence) closeCode()
  else closeParagraph()
  return units
}
