import { diffArrays, formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatch } from 'diff'
import { maxComparedCharacters, maxDiffLines } from './revision.ts'

const timeoutMilliseconds = 2_000

/** Maximum size of content and diff together: the response of a Lambda function is limited to 6 MB. */
const maxAnswerBytes = 5_500_000

/** A part of a changed line, present in both versions or in one. */
export interface LinePart {
  text: string
  change: 'same' | 'removed' | 'added'
}

/** A replaced line, with line numbers starting at 1. */
export interface LineChange {
  old_line: number
  new_line: number
  parts: LinePart[]
}

/** Returns true if a text has more than `maxDiffLines` lines; a final newline begins no line. */
const hasTooManyLines = (text: string) =>
  text.replace(/\n$/, '').split('\n', maxDiffLines + 1).length > maxDiffLines

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

const segmentWords = (line: string) => [...segmenter.segment(line)].map(({ segment }) => segment)

const changeType = ({ added, removed }: { added: boolean; removed: boolean }) => {
  if (added) return 'added'
  return removed ? 'removed' : 'same'
}

/** Returns the replaced lines of a patch in pairs: the first removed line with the first added line, and so on. */
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

/** Returns the changed words of replaced lines; undefined above the limit of characters or after the time limit. */
const changedWords = (patch: StructuredPatch, until: number): LineChange[] | undefined => {
  const changes: LineChange[] = []
  let room = maxComparedCharacters
  for (const { old_line, new_line, before, after } of replacedLines(patch)) {
    room -= before.length + after.length
    const timeout = until - Date.now()
    if (room < 0 || timeout <= 0) return undefined
    const parts = diffArrays(segmentWords(before), segmentWords(after), { timeout })
    if (!parts) return undefined
    changes.push({
      old_line,
      new_line,
      parts: parts.map((part) => ({ text: part.value.join(''), change: changeType(part) })),
    })
  }
  return changes
}

/** Difference between two texts. */
export interface TextDiff {
  diff: string
  /** Changed words of replaced lines; undefined above the limits of size or time. */
  changes: LineChange[] | undefined
}

const serializedBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Returns the difference between two texts; undefined if it is too large or takes more than 2 s. */
export const diffTexts = (before: string, after: string): TextDiff | undefined => {
  if (before === after) return { diff: '', changes: [] }
  if (hasTooManyLines(before) || hasTooManyLines(after)) return undefined
  const until = Date.now() + timeoutMilliseconds
  const options = { context: 3, timeout: timeoutMilliseconds }
  const patch = structuredPatch('', '', before, after, undefined, undefined, options)
  if (!patch) return undefined
  const diff = formatPatch(patch, OMIT_HEADERS)
  if (serializedBytes([diff, after]) > maxAnswerBytes) return undefined
  const changes = changedWords(patch, until)
  return { diff, changes: serializedBytes([diff, after, changes]) > maxAnswerBytes ? undefined : changes }
}
