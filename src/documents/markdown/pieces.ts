const pieceCharacters = 100_000
const pieceLines = 5_000

const headingLine = /^#{1,6} /
const fenceLine = /^ {0,3}(`{3,}|~{3,})/

/** Tracks fenced code through the lines of a text. */
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

/** Returns true if a piece may end before the line: at a heading, or at an empty line if the piece is long. */
const mayEndBefore = (line: string, characters: number, lines: number): boolean =>
  (characters > pieceCharacters && headingLine.test(line)) ||
  ((characters > 2 * pieceCharacters || lines > pieceLines) && !line.trim())

/** Splits a long text into pieces, because the parser needs a lot of memory; never splits code. */
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
