import { diffArrays, formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatch } from 'diff'
import { maxComparedCharacters, maxDiffLines } from './revision.ts'

const timeoutMilliseconds = 2_000

/** Content and diff must go together into one answer of a Lambda function, which may have 6 MB. */
const maxAnswerBytes = 5_500_000

/** A part of a changed line: in both versions of it, or in one. */
export interface LinePart {
  text: string
  change: 'same' | 'removed' | 'added'
}

/** A line that replaces another one, by their numbers from 1. */
export interface LineChange {
  old_line: number
  new_line: number
  parts: LinePart[]
}

/** The newline at its end begins no line. */
const hasTooManyLines = (text: string) =>
  text.replace(/\n$/, '').split('\n', maxDiffLines + 1).length > maxDiffLines

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

const splitWords = (line: string) => [...segmenter.segment(line)].map(({ segment }) => segment)

const changeOf = ({ added, removed }: { added: boolean; removed: boolean }) => {
  if (added) return 'added'
  return removed ? 'removed' : 'same'
}

/** The lines of a patch that replace others, in pairs: the first removed one by the first added one, and so on. */
const replacedLines = ({ hunks }: StructuredPatch) => {
  const pairs: { old_line: number; new_line: number; before: string; after: string }[] = []
  for (const { oldStart, newStart, lines } of hunks) {
    let [old_line, new_line] = [oldStart, newStart]
    let removed: string[] = []
    for (const line of lines.filter((line) => !line.startsWith('\\'))) {
      const [mark, text] = [line.charAt(0), line.slice(1)]
      if (mark === '-') {
        removed.push(text)
        old_line += 1
        continue
      }
      const before = mark === '+' ? removed.shift() : undefined
      if (before !== undefined)
        pairs.push({ old_line: old_line - removed.length - 1, new_line, before, after: text })
      if (mark === ' ') {
        removed = []
        old_line += 1
      }
      new_line += 1
    }
  }
  return pairs
}

/** The words that are other ones in lines that replace others; undefined where that is too much, or takes too long. */
const changedWords = (patch: StructuredPatch, until: number): LineChange[] | undefined => {
  const changes: LineChange[] = []
  let room = maxComparedCharacters
  for (const { old_line, new_line, before, after } of replacedLines(patch)) {
    room -= before.length + after.length
    const timeout = until - Date.now()
    if (room < 0 || timeout <= 0) return undefined
    const parts = diffArrays(splitWords(before), splitWords(after), { timeout })
    if (!parts) return undefined
    changes.push({
      old_line,
      new_line,
      parts: parts.map((part) => ({ text: part.value.join(''), change: changeOf(part) })),
    })
  }
  return changes
}

/** What has changed between two texts. */
export interface TextDiff {
  diff: string
  /** The words that have changed in lines that replace others; undefined where that would be too much. */
  changes: LineChange[] | undefined
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** The changes between two texts; undefined where they would be too long, or take more than 2 s. */
export const diffTexts = (before: string, after: string): TextDiff | undefined => {
  if (before === after) return { diff: '', changes: [] }
  if (hasTooManyLines(before) || hasTooManyLines(after)) return undefined
  const until = Date.now() + timeoutMilliseconds
  const options = { context: 3, timeout: timeoutMilliseconds }
  const patch = structuredPatch('', '', before, after, undefined, undefined, options)
  if (!patch) return undefined
  const diff = formatPatch(patch, OMIT_HEADERS)
  if (bytesOf([diff, after]) > maxAnswerBytes) return undefined
  const changes = changedWords(patch, until)
  return { diff, changes: bytesOf([diff, after, changes]) > maxAnswerBytes ? undefined : changes }
}
