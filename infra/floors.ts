import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { runCommand } from './command.ts'

const root = resolve(import.meta.dirname, '..')

/** Who imports whom: names of files or areas. */
export type Graph = Map<string, Set<string>>

/** Every relative import of a text: of values, of types, and by `import()`. */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** The files of `src` and what each of them imports. */
export const fileGraph = (): Graph => {
  const files = new Set(globSync('src/**/*.ts', { cwd: root }))
  const importsOf = (file: string) => {
    const paths = [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(
      ([, path]) => path as string,
    )
    return new Set(
      paths.map((path) => relative(root, join(root, dirname(file), path))).filter((path) => files.has(path)),
    )
  }
  return new Map([...files].sort().map((file) => [file, importsOf(file)]))
}

/** `src/wiki/page.ts` is of the area `wiki`; a file that lies in `src` itself is named like itself. */
export const areaOf = (file: string): string => file.split('/')[1] as string

/** The areas and whom their files import. */
export const areaGraph = (files: Graph): Graph => {
  const areas: Graph = new Map()
  for (const [file, imports] of files) {
    const area = areaOf(file)
    const others = areas.get(area) ?? new Set()
    for (const other of imports) if (areaOf(other) !== area) others.add(areaOf(other))
    areas.set(area, others)
  }
  return areas
}

/** Everything that can be reached from a node over one import or more. */
const reachedFrom = (graph: Graph, start: string): Set<string> => {
  const reached = new Set<string>()
  const next = [start]
  for (let node = next.pop(); node !== undefined; node = next.pop())
    for (const other of graph.get(node) ?? [])
      if (!reached.has(other)) {
        reached.add(other)
        next.push(other)
      }
  return reached
}

/** The nodes that stand in a circle: they reach themselves. */
export const inCircles = (graph: Graph): string[] =>
  [...graph.keys()].filter((node) => reachedFrom(graph, node).has(node))

/** The floors from the ground: whoever stands on one imports only what stands below. Throws when there is a circle. */
export const floorsOf = (graph: Graph): string[][] => {
  const floors: string[][] = []
  const left = new Map(graph)
  while (left.size > 0) {
    const floor = [...left].filter(([, others]) => ![...others].some((other) => left.has(other)))
    if (floor.length === 0)
      throw new Error(`These import each other in circles: ${[...left.keys()].join(', ')}.`)
    floors.push(floor.map(([name]) => name).sort())
    for (const [name] of floor) left.delete(name)
  }
  return floors
}

/** The floors of the service as the README and src/README.md show them, the highest first. */
export const drawnFloors = (): string =>
  floorsOf(areaGraph(fileGraph()))
    .map((floor, number) => `${number}  ${floor.join('  ')}`)
    .reverse()
    .join('\n')

const usage = `npm run floors
Prints which area of src stands on which: each imports only what stands below.`

if (import.meta.main) await runCommand({ usage, options: {} }, async () => drawnFloors())
