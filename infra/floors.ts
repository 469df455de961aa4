import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import project from '../package.json' with { type: 'json' }
import { runCommand } from './command.ts'
import { ensureGenerated } from './generation.ts'

const root = resolve(import.meta.dirname, '..')

/** Who imports whom: names of files, areas or rooms. */
export type Graph = Map<string, Set<string>>

/** Every import of a text that names a file of ours: of values, of types, and by `import()`. */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*'([.#][^']+)'/g

/** What a `#name` stands for, by package.json: a list of all areas, or a file with a stand-in where it is packaged. */
const published = new Map<string, string | Record<string, string>>(Object.entries(project.imports))

const generated = '#generated/*'

/** It imports nothing: who imports it asks nobody for anything. */
const typesFile = './.generated/resource-types.ts'

/** What an import by a `#name` stands for. */
const namedBy = (path: string) =>
  path.startsWith('#generated/')
    ? project.imports[generated].replace('*', path.slice(generated.length - 1))
    : published.get(path)

/** The files that an import may lead to, and whether by type: to a list of all areas. */
const resolved = (file: string, path: string) => {
  const named = path.startsWith('#') ? namedBy(path) : undefined
  const target = path.startsWith('#') ? (named ?? []) : join(dirname(file), path)
  const targets = typeof target === 'object' ? Object.values(target) : [target]
  return {
    targets: targets.map((one) => join(one)),
    isDashed: typeof named === 'string' && named !== typesFile,
  }
}

/** The solid arrows go by paths, the dashed ones by `#names`: by these a file asks for things by their type. */
interface Graphs {
  solid: Graph
  dashed: Graph
}

/** Files, and what each of them imports. */
export const fileGraphs = ({ files: pattern }: Parts): Graphs => {
  const files = new Set(globSync(pattern, { cwd: root, exclude: ['**/*.d.ts'] }).sort())
  const graph = (isDashed: boolean): Graph => {
    const importsOf = (file: string) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(imported)].flatMap(([, path = '']) => {
        const found = resolved(file, path)
        return found.isDashed === isDashed ? found.targets.filter((target) => files.has(target)) : []
      })
    return new Map([...files].map((file) => [file, new Set(importsOf(file))]))
  }
  return { solid: graph(false), dashed: graph(true) }
}

/** Both kinds of arrows together. */
export const withDashed = ({ solid, dashed }: Graphs): Graph =>
  new Map([...solid].map(([name, others]) => [name, others.union(dashed.get(name) ?? new Set())]))

/** What is divided into parts: its files, and which part each of them is of. */
export interface Parts {
  files: string | string[]
  partOf: (file: string) => string
}

/** `src/wiki/page/page.ts` is of `wiki`; a file that is in `src` or `.generated` itself is named like itself. */
export const areas: Parts = {
  files: ['src/**/*.ts', '.generated/**/*.ts'],
  partOf: (file) => file.split('/')[1] as string,
}

/** `src/platform/table/entity.ts` is in the room `table`. */
export const rooms: Parts = { files: 'src/platform/**/*.ts', partOf: (file) => file.split('/')[2] as string }

/** `infra/local/s3/server.ts` is in the folder `local`; most files are in `infra` itself. */
export const folders: Parts = {
  files: ['esbuild.config.ts', 'infra/**/*.{ts,cjs}'],
  partOf: (file) => file.split('/')[1] ?? file,
}

/** The parts, and whom their files import. */
export const partGraph = (files: Graph, { partOf }: Parts): Graph => {
  const parts: Graph = new Map()
  for (const [file, imports] of files) {
    const part = partOf(file)
    const others = parts.get(part) ?? new Set()
    for (const other of imports) if (partOf(other) !== part) others.add(partOf(other))
    parts.set(part, others)
  }
  return parts
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

/** The floors from the ground: each imports only what stands below it. Throws when there is a circle. */
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

/** The floors of some parts, the highest first, with the dashed arrows behind those from whom they start. */
const drawn = (parts: Parts): string => {
  const { solid, dashed } = fileGraphs(parts)
  const asking = partGraph(dashed, parts)
  const labelOf = (part: string) => {
    const asked = asking.get(part) ?? new Set()
    return asked.size > 0 ? `${part} (⇢ ${[...asked].sort().join('  ')})` : part
  }
  return floorsOf(partGraph(solid, parts))
    .map((floor, number) => `${number}  ${floor.map(labelOf).join('  ')}`)
    .reverse()
    .join('\n')
}

/** The floors of the service as the README and src/README.md show them. */
export const drawnFloors = (): string => drawn(areas)

/** How much of the service is tied into circles by asking for things by type. */
const tied = (): string => {
  const all = partGraph(withDashed(fileGraphs(areas)), areas)
  return `With the arrows ⇢, ${inCircles(all).length} of ${all.size} are in a circle.`
}

const printed = () =>
  ['src', drawnFloors(), tied(), '', 'src/platform', drawn(rooms), '', 'infra', drawn(folders)].join('\n')

const usage = `npm run floors
Prints which area of src stands on which, which room of src/platform, and which folder or file of infra: each imports
only what stands below. An arrow ⇢ shows who asks for things of others by their type, through a #name of package.json.`

if (import.meta.main)
  await runCommand({ usage, options: {} }, async () => {
    ensureGenerated()
    return printed()
  })
