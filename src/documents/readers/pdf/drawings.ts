import { getResolvedPDFJS } from 'unpdf'

export type Matrix = [number, number, number, number, number, number]

/** An image or a path of a page, or the text of an annotation by its ID, with the arguments that pdf.js gives. */
export type Drawing = {
  kind: 'image' | 'path' | 'text'
  matrix: Matrix
  args: unknown[]
  annotation: string | undefined
}

type Operators = { fnArray: number[]; argsArray: unknown[] }

const identity: Matrix = [1, 0, 0, 1, 0, 0]
const maxNesting = 200

export const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

const isMatrix = (value: unknown): value is Matrix =>
  Array.isArray(value) && value.length === 6 && value.every((number) => typeof number === 'number')

const kinds = new Map<string, Drawing['kind']>([
  ['paintImageXObject', 'image'],
  ['constructPath', 'path'],
  ['showText', 'text'],
])

/** Lists what operators draw. */
function* walk({ fnArray, argsArray }: Operators, names: Map<number, string>): Generator<Drawing> {
  const saved: Matrix[] = []
  let matrix = identity
  let annotation: string | undefined
  for (const [at, operator] of fnArray.entries()) {
    const name = names.get(operator) ?? ''
    const args: unknown[] = Array.isArray(argsArray[at]) ? argsArray[at] : []
    const kind = kinds.get(name)
    const isSeen = kind === 'path' ? names.get(Number(args[0])) !== 'endPath' : kind === 'image' || annotation
    if (kind && isSeen) yield { kind, matrix, args, annotation }
    else if (name === 'save' || name === 'paintFormXObjectBegin') {
      if (saved.length < maxNesting) saved.push(matrix)
      if (isMatrix(args[0])) matrix = multiply(matrix, args[0])
    } else if (name === 'restore' || name === 'paintFormXObjectEnd') matrix = saved.pop() ?? identity
    else if (name === 'transform' && isMatrix(args)) matrix = multiply(matrix, args)
    else if (name === 'beginAnnotation') annotation = String(args[0])
    else if (name === 'endAnnotation') annotation = undefined
  }
}

type Drawn = { getOperatorList: () => Promise<unknown> }

/** Returns what a page draws. */
export const readDrawings = async (page: Drawn): Promise<Drawing[]> => {
  const { OPS } = (await getResolvedPDFJS()) as { OPS: Record<string, number> }
  const operators = (await page.getOperatorList().catch(() => undefined)) as Operators | undefined
  const names = new Map(Object.entries(OPS).map(([name, operator]) => [operator, name]))
  return operators ? [...walk(operators, names)] : []
}
