const pieceCharacters = 100_000
const pieceLines = 5_000

const headingLine = /^#{1,6} /
const fenceLine = /^ {0,3}(`{3,}|~{3,})/

/** Follows fenced code through the lines of a text. */
class FencedCode {
  #fence = ''

  get isOpen(): boolean {
    return this.#fence !== ''
  }

  next(line: string) {
    const mark = fenceLine.exec(line)?.[1]
    if (!mark) return
    if (!this.#fence) this.#fence = mark
    else if (mark.startsWith(this.#fence)) this.#fence = ''
  }
}

/** Whether a piece of this length may end before the line: at a heading, or when it is long at an empty line. */
const mayEndBefore = (line: string, characters: number, lines: number): boolean =>
  (characters > pieceCharacters && headingLine.test(line)) ||
  ((characters > 2 * pieceCharacters || lines > pieceLines) && !line.trim())

/** A long text in pieces, since the parser needs much memory; code is never split. */
export const splitMarkdown = (text: string): string[] => {
  if (text.length <= pieceCharacters) return [text]
  const pieces: string[] = []
  const code = new FencedCode()
  let lines: string[] = []
  let characters = 0
  for (const line of text.split('\n')) {
    code.next(line)
    if (!code.isOpen && mayEndBefore(line, characters, lines.length)) {
      pieces.push(lines.join('\n'))
      lines = []
      characters = 0
    }
    lines.push(line)
    characters += line.length + 1
  }
  return [...pieces, lines.join('\n')]
}
