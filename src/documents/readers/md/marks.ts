import { tooMany } from '../../unreadable-file.ts'

/** The parser compares marks of a paragraph with those before them: this many take about a second. */
const mostMarks = 10_000
/** Lines of lists and tables are paragraphs of their own, unless they only look like it. */
const maxMarksOfLines = 50_000

const marks = /[[\]<*_`~!@&]|\\/g
const ownLine = /^[ \t]*(?:\||#{1,6} |>|[-+*][ \t]|\d{1,9}[.)][ \t]|\[[^\]\n]+\]:)/

/** How many marks of Markdown a paragraph may have, and how many lines may follow one another without an empty one. */
export type MarkLimits = { maxMarks?: number; maxLines?: number }

/** Throws `UnreadableFile` where neighbouring lines are more, or have more marks, than anybody writes. */
export const requireFewMarks = (
  text: string,
  { maxMarks = mostMarks, maxLines = Infinity }: MarkLimits = {},
) => {
  let [inParagraph, inLines, lines] = [0, 0, 0]
  for (const line of text.split('\n')) {
    const count = line.match(marks)?.length ?? 0
    const isBlank = line.trim() === ''
    lines = isBlank ? 0 : lines + 1
    if (lines > maxLines) throw tooMany('lines without an empty one')
    inLines = isBlank ? 0 : inLines + count
    inParagraph = isBlank || ownLine.test(line) ? count : inParagraph + count
    if (inParagraph > maxMarks || inLines > maxMarksOfLines) throw tooMany('marks of Markdown in a paragraph')
  }
}
