import type { Matrix } from '../drawings.ts'
import { countCharacters, type PdfPiece } from './pieces.ts'

/** Rotation of a text in quarter turns counterclockwise. */
type Turn = 0 | 1 | 2 | 3

export type TurnedPiece = PdfPiece & { turn: Turn }

/** Returns the rotation of a text by its matrix. */
export const findTurn = ([a = 1, b = 0]: number[]): Turn => {
  if (Math.abs(b) <= Math.abs(a)) return a < 0 ? 2 : 0
  return b > 0 ? 1 : 3
}

/** Matrices that make a text upright, by its rotation. */
const matrices = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, 1, -1, 0, 0, 0],
] as const

/** Rotates a piece so that its text is upright. */
const turnBack = ({ turn, ...piece }: TurnedPiece): PdfPiece => {
  const [a, b, c, d] = matrices[turn]
  return { ...piece, x: a * piece.x + c * piece.y, y: b * piece.x + d * piece.y }
}

/**
 * Splits the pieces of a page by rotation: the most frequent one with its matrix, and the others. Makes all of them
 * upright.
 */
export const splitDirections = (pieces: TurnedPiece[]) => {
  const groups = Map.groupBy(pieces, ({ turn }) => turn)
  const [most = [], ...others] = [...groups.values()].toSorted(
    (a, b) => countCharacters(b) - countCharacters(a),
  )
  const matrix: Matrix = [...matrices[most[0]?.turn ?? 0]]
  return { matrix, upright: most.map(turnBack), turned: others.map((group) => group.map(turnBack)) }
}
