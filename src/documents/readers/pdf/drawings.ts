import { getResolvedPDFJS } from 'unpdf'

export type Matrix = [number, number, number, number, number, number]

/** An image or a path of a page, or the text of an annotation by its ID, with its arguments from pdf.js. */
export type Drawing = {
  kind: 'image' | 'path' | 'text'
  matrix: Matrix
  args: unknown[]
  annotation: string | undefined
}

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

type Drawn = { getOperatorList: () => Promise<{ fnArray: number[]; argsArray: unknown[] }> }

const loadNumbers = async () => (await getResolvedPDFJS()).OPS as Record<string, number>

export const readOperators = async (page: Drawn) => {
  const names = new Map(Object.entries(await loadNumbers()).map(([name, number]) => [number, name]))
  const { fnArray, argsArray } = await page.getOperatorList().catch(() => ({ fnArray: [], argsArray: [] }))
  return fnArray.values().map((operator, at) => {
    const args = argsArray[at]
    return { name: names.get(operator) ?? '', args: Array.isArray(args) ? (args as unknown[]) : [] }
  })
}

export const readDrawings = async (page: Drawn): Promise<Drawing[]> => {
  const { endPath } = await loadNumbers()
  const drawings: Drawing[] = []
  const saved: Matrix[] = []
  let matrix = identity
  let annotation: string | undefined
  for (const { name, args } of await readOperators(page)) {
    const kind = kinds.get(name)
    const isSeen = kind === 'path' ? args[0] !== endPath : kind === 'image' || annotation
    if (kind && isSeen) drawings.push({ kind, matrix, args, annotation })
    else if (name === 'save' || name === 'paintFormXObjectBegin') {
      if (saved.length < maxNesting) saved.push(matrix)
      if (isMatrix(args[0])) matrix = multiply(matrix, args[0])
    } else if (name === 'restore' || name === 'paintFormXObjectEnd') matrix = saved.pop() ?? identity
    else if (name === 'transform' && isMatrix(args)) matrix = multiply(matrix, args)
    else if (name === 'beginAnnotation') annotation = String(args[0])
    else if (name === 'endAnnotation') annotation = undefined
  }
  return drawings
}
