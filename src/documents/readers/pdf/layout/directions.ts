import { countCharacters, type PdfPiece } from './pieces.ts'

/** How far a text is turned, in quarters to the left. */
type Turn = 0 | 1 | 2 | 3

export type TurnedPiece = PdfPiece & { turn: Turn }

/** How far a text is turned by its matrix. */
export const findTurn = ([a = 1, b = 0]: number[]): Turn => {
  if (Math.abs(b) <= Math.abs(a)) return a < 0 ? 2 : 0
  return b > 0 ? 1 : 3
}

/** A piece where it would be if its text were upright. */
const turnBack = ({ turn, ...piece }: TurnedPiece): PdfPiece => {
  const { x, y } = piece
  if (turn === 0) return piece
  if (turn === 2) return { ...piece, x: -x, y: -y }
  return turn === 1 ? { ...piece, x: y, y: -x } : { ...piece, x: -y, y: x }
}

/** The pieces of a page that are set as most of it is, and the others by how they are turned, all made upright. */
export const splitDirections = (pieces: TurnedPiece[]): { upright: PdfPiece[]; turned: PdfPiece[][] } => {
  const groups = Map.groupBy(pieces, ({ turn }) => turn)
  const [most = [], ...others] = [...groups.values()].toSorted(
    (a, b) => countCharacters(b) - countCharacters(a),
  )
  return { upright: most.map(turnBack), turned: others.map((group) => group.map(turnBack)) }
}
