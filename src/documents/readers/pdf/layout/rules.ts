import { multiply, type Drawing, type Matrix } from '../drawings.ts'
import { groupRuns } from './statistics.ts'

type Point = [x: number, y: number]

/** A drawn line; `at` is its position across its direction, and lengths are in points. */
export type DrawnRule = { at: number; from: number; to: number }

/** Drawn lines of a table, the edges of its columns from the left, and those of its rows from the top. */
export type Grid = { columns: number[]; rows: number[]; vertical: DrawnRule[]; horizontal: DrawnRule[] }

/** Lengths in points: maximum slant or thickness of a line, distance within which lines are one, and minimum length. */
const maxRulePoints = 3
export const snapPoints = 2.5
const minRulePoints = 6
/** Maximum number of lines; a page that draws more has no table. */
const maxRules = 4_000
const maxPoints = 100

/** Number of coordinates after each code of a path: moveTo, lineTo, curveTo, quadraticCurveTo, closePath. */
const coordinates = [2, 2, 6, 4, 0]
const closePath = 4

function* listOutlines(path: Float32Array, [a, b, c, d, e, f]: Matrix): Generator<Point[]> {
  let points: Point[] = []
  for (let at = 0; at < path.length;) {
    const code = path[at] ?? closePath
    at += 1 + (coordinates[code] ?? path.length)
    const [x = 0, y = 0] = [path[at - 2], path[at - 1]]
    if (code === 0) {
      yield points
      points = []
    }
    const [first] = points
    if (code !== closePath) points.push([a * x + c * y + e, b * x + d * y + f])
    else if (first) points.push(first)
  }
  yield points
}

type Rules = Pick<Grid, 'vertical' | 'horizontal'>

const addRuleLine = ({ vertical, horizontal }: Rules, [x, y]: Point, [toX, toY]: Point) => {
  const [width, height] = [Math.abs(x - toX), Math.abs(y - toY)]
  if (height <= maxRulePoints && width > height)
    horizontal.push({ at: (y + toY) / 2, from: Math.min(x, toX), to: Math.max(x, toX) })
  else if (width <= maxRulePoints && height > width)
    vertical.push({ at: (x + toX) / 2, from: Math.min(y, toY), to: Math.max(y, toY) })
}

/** Adds the edges of an outline; a thin outline is a line. */
const addOutline = (rules: Rules, points: Point[]) => {
  if (points.length > maxPoints) return
  const [x, y] = [points.map(([value]) => value), points.map(([, value]) => value)]
  const low: Point = [Math.min(...x), Math.min(...y)]
  const high: Point = [Math.max(...x), Math.max(...y)]
  if (Math.min(high[0] - low[0], high[1] - low[1]) <= maxRulePoints) addRuleLine(rules, low, high)
  else for (const [at, point] of points.slice(1).entries()) addRuleLine(rules, points[at] as Point, point)
}

/** Groups rules by position, and joins those that touch. */
const mergeRules = (rules: DrawnRule[]): DrawnRule[] => {
  const ordered = rules.toSorted((a, b) => a.at - b.at)
  const merged = groupRuns(ordered, (rule, { at }) => rule.at - at <= snapPoints).flatMap((place) => {
    const joined: DrawnRule[] = []
    for (const { from, to } of place.toSorted((a, b) => a.from - b.from)) {
      const last = joined.at(-1)
      if (last && from <= last.to + snapPoints) last.to = Math.max(last.to, to)
      else joined.push({ at: place[0].at, from, to })
    }
    return joined
  })
  return merged.filter(({ from, to }) => to - from >= minRulePoints)
}

const isAlong = ({ from, to }: DrawnRule, place: number): boolean =>
  from - snapPoints <= place && place <= to + snapPoints

/** Returns true if one of the rules at a position extends over `place`. */
export const isDrawn = (rules: DrawnRule[], at: number | undefined, place: number): boolean =>
  rules.some((rule) => rule.at === at && isAlong(rule, place))

const touches = (rule: DrawnRule, other: DrawnRule): boolean =>
  isAlong(rule, other.at) && isAlong(other, rule.at)

/** Removes all rules from both lists that are connected to the first vertical one, and returns them. */
const takeConnected = (rules: Rules): Rules => {
  const taken: Rules = { vertical: rules.vertical.splice(0, 1), horizontal: [] }
  for (let [at, across] = [0, 0]; at < taken.vertical.length || across < taken.horizontal.length;) {
    const isVertical = at < taken.vertical.length
    const rule = (isVertical ? taken.vertical[at++] : taken.horizontal[across++]) as DrawnRule
    const side = isVertical ? 'horizontal' : 'vertical'
    taken[side].push(...rules[side].filter((other) => touches(rule, other)))
    rules[side] = rules[side].filter((other) => !touches(rule, other))
  }
  return taken
}

/** Returns the distinct positions of rules in order, and the ends of the lines across if they protrude. */
const listRuleEdges = (rules: DrawnRule[], across: DrawnRule[]): number[] => {
  const places = rules.map(({ at }) => at).toSorted((a, b) => a - b)
  const low = Math.min(...across.map(({ from }) => from))
  const high = Math.max(...across.map(({ to }) => to))
  if (low < (places[0] ?? low) - minRulePoints) places.unshift(low)
  if (high > (places.at(-1) ?? high) + minRulePoints) places.push(high)
  return [...new Set(places)]
}

/** Returns the drawn tables of a page, smallest first. */
export const findGrids = (drawings: Drawing[], turn: Matrix): Grid[] => {
  const drawn: Rules = { vertical: [], horizontal: [] }
  for (const { kind, matrix, args, annotation } of drawings) {
    const [path] = Array.isArray(args[1]) ? (args[1] as unknown[]) : []
    if (kind !== 'path' || annotation !== undefined || !(path instanceof Float32Array)) continue
    for (const points of listOutlines(path, multiply(turn, matrix))) addOutline(drawn, points)
    if (drawn.vertical.length + drawn.horizontal.length > maxRules) return []
  }
  const rules = { vertical: mergeRules(drawn.vertical), horizontal: mergeRules(drawn.horizontal) }
  const grids: Grid[] = []
  while (rules.vertical.length > 0) {
    const taken = takeConnected(rules)
    const columns = listRuleEdges(taken.vertical, taken.horizontal)
    const rows = listRuleEdges(taken.horizontal, taken.vertical).toReversed()
    if (columns.length > 2 && rows.length > 1) grids.push({ ...taken, columns, rows })
  }
  const area = ({ columns, rows }: Grid) =>
    ((columns.at(-1) ?? 0) - (columns[0] ?? 0)) * ((rows[0] ?? 0) - (rows.at(-1) ?? 0))
  return grids.toSorted((a, b) => area(a) - area(b))
}
