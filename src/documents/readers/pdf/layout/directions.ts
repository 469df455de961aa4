import type { Matrix } from '../drawings.ts'
import { countCharacters, type PdfPiece } from './pieces.ts'

/** How far a text is turned, in quarters to the left. */
type Turn = 0 | 1 | 2 | 3

export type TurnedPiece = PdfPiece & { turn: Turn }

/** How far a text is turned by its matrix. */
export const findTurn = ([a = 1, b = 0]: number[]): Turn => {
  if (Math.abs(b) <= Math.abs(a)) return a < 0 ? 2 : 0
  return b > 0 ? 1 : 3
}

/** Of each turn, the matrix that makes it upright. */
const matrices = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, 1, -1, 0, 0, 0],
] as const

/** A piece where it would be if its text were upright. */
const turnBack = ({ turn, ...piece }: TurnedPiece): PdfPiece => {
  const [a, b, c, d] = matrices[turn]
  return { ...piece, x: a * piece.x + c * piece.y, y: b * piece.x + d * piece.y }
}

/** The pieces of a page that are set as most of it is, the matrix that makes them upright, and the others by turns. */
export const splitDirections = (pieces: TurnedPiece[]) => {
  const groups = Map.groupBy(pieces, ({ turn }) => turn)
  const [most = [], ...others] = [...groups.values()].toSorted(
    (a, b) => countCharacters(b) - countCharacters(a),
  )
  const matrix: Matrix = [...matrices[most[0]?.turn ?? 0]]
  return { matrix, upright: most.map(turnBack), turned: others.map((group) => group.map(turnBack)) }
}
