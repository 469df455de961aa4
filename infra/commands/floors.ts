import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import project from '../../package.json' with { type: 'json' }
import { runCommand, UsageError } from '../cli/command.ts'
import { ensureGenerated } from '../generation/generation.ts'

const root = resolve(import.meta.dirname, '../..')

/** Import graph: names of files, areas or rooms. */
export type Graph = Map<string, Set<string>>

/** Matches every import of the project's own files: values, types, and `import()`. */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*'([.#][^']+)'/g

/** Targets of `#name` imports in package.json: a list of all areas, or a file with a replacement in packaged code. */
const published = new Map<string, string | Record<string, string>>(Object.entries(project.imports))

/** Imports of generated lists; the other generated files are not sources of an area. */
const lists = /^#generated\/([\w-]+)\.ts$/

/** A file without imports: importing it creates no dependency. */
const typesFile = './generated/resource-types.ts'

/** Returns the target of a `#name` import. */
const namedBy = (path: string) => {
  const [, list] = lists.exec(path) ?? []
  return list === undefined ? published.get(path) : project.imports['#generated/*.ts'].replace('*', list)
}

/** Returns the files that an import may load, and true if it finds them by type in a list of all areas. */
const resolveImport = (file: string, path: string) => {
  const named = path.startsWith('#') ? namedBy(path) : undefined
  const target = path.startsWith('#') ? (named ?? []) : join(dirname(file), path)
  const targets = typeof target === 'object' ? Object.values(target) : [target]
  return {
    targets: targets.map((one) => join(one)),
    isDashed: typeof named === 'string' && named !== typesFile,
  }
}

/**
 * Solid arrows are imports by path; dashed arrows are imports by `#name`, through which a file loads resources by type.
 */
interface Graphs {
  solid: Graph
  dashed: Graph
}

export const fileGraphs = ({ files: pattern }: Pick<Parts, 'files'>): Graphs => {
  const files = new Set(globSync(pattern, { cwd: root, exclude: ['**/*.d.ts'] }).sort())
  const graph = (isDashed: boolean): Graph => {
    const listImports = (file: string) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(imported)].flatMap(([, path = '']) => {
        const found = resolveImport(file, path)
        return found.isDashed === isDashed ? found.targets.filter((target) => files.has(target)) : []
      })
    return new Map([...files].map((file) => [file, new Set(listImports(file))]))
  }
  return { solid: graph(false), dashed: graph(true) }
}

/** Merges both kinds of arrows. */
export const withDashed = ({ solid, dashed }: Graphs): Graph =>
  new Map([...solid].map(([name, others]) => [name, others.union(dashed.get(name) ?? new Set())]))

/** Division of files into parts. */
export interface Parts {
  files: string | string[]
  partOf: (file: string) => string
}

/** Areas: `src/wiki/page/page.ts` belongs to `wiki`; a file directly in `src` or `generated` is a part of its own. */
export const areas: Parts = {
  files: ['src/**/*.ts', 'generated/*.ts', '.generated/**/*.ts'],
  partOf: (file) => file.split('/')[1] as string,
}

/** Parts of any folder: its sub-folders as wholes, and its files one by one. */
const folderParts = (folder: string): Parts => {
  const depth = folder.split('/').length
  return { files: `${folder}/**/*.{ts,cjs}`, partOf: (file) => file.split('/')[depth] as string }
}

/** Folders of infra: `infra/local/s3/server.ts` belongs to `local`. */
export const folders: Parts = {
  files: ['esbuild.config.ts', 'infra/**/*.{ts,cjs}'],
  partOf: (file) => file.split('/')[1] ?? file,
}

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

/** Returns the graph of the parts of a folder, from the graph of all files. */
export const folderGraph = (files: Graph, folder: string): Graph => {
  const isInside = (file: string) => file.startsWith(`${folder}/`)
  const inside = [...files].filter(([file]) => isInside(file))
  return partGraph(
    new Map(inside.map(([file, imports]) => [file, new Set([...imports].filter(isInside))])),
    folderParts(folder),
  )
}

/** Returns the folders that contain these files, directly or in a sub-folder. */
export const foldersAround = (files: Iterable<string>): string[] => {
  const around = [...files].flatMap((file) => {
    const names = file.split('/').slice(0, -1)
    return names.map((_, depth) => names.slice(0, depth + 1).join('/'))
  })
  return [...new Set(around)].sort()
}

/** Returns all nodes that can be reached over at least one import. */
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

/** Returns the nodes of cycles: the nodes that can reach themselves. */
export const inCircles = (graph: Graph): string[] =>
  [...graph.keys()].filter((node) => reachedFrom(graph, node).has(node))

/** Returns the floors from the ground up: each imports only from floors below. Throws if there is a cycle. */
export const sortFloors = (graph: Graph): string[][] => {
  const floors: string[][] = []
  const left = new Map(graph)
  while (left.size > 0) {
    const floor = [...left].filter(([, others]) => ![...others].some((other) => left.has(other)))
    if (floor.length === 0)
      throw new Error(`These import each other in cycles: ${[...left.keys()].join(', ')}.`)
    floors.push(floor.map(([name]) => name).sort())
    for (const [name] of floor) left.delete(name)
  }
  return floors
}

/**
 * Returns a drawing of the parts' floors, the highest first, with dashed arrows behind the parts from which they start.
 */
const drawn = (parts: Parts): string => {
  const { solid, dashed } = fileGraphs(parts)
  const asking = partGraph(dashed, parts)
  const toLabel = (part: string) => {
    const asked = asking.get(part) ?? new Set()
    return asked.size > 0 ? `${part} (⇢ ${[...asked].sort().join('  ')})` : part
  }
  return sortFloors(partGraph(solid, parts))
    .map((floor, number) => `${number}  ${floor.map(toLabel).join('  ')}`)
    .reverse()
    .join('\n')
}

/** Returns the floors of the service as shown in the README and src/README.md. */
export const drawnFloors = (): string => drawn(areas)

/** Returns a sentence about the areas that form cycles once imports by type are counted too. */
const tied = (): string => {
  const all = partGraph(withDashed(fileGraphs(areas)), areas)
  return `With the arrows ⇢, ${inCircles(all).length} of ${all.size} are in a cycle.`
}

const drawnFolder = (folder: string): string => `${folder}\n${drawn(folderParts(folder))}`

const drawnAll = (): string =>
  [`src\n${drawnFloors()}\n${tied()}`, drawnFolder('src/platform'), `infra\n${drawn(folders)}`].join('\n\n')

/** Returns the folder that a word names, by its path from `src` or from the root of the repository. */
const folderNamed = (word: string): string => {
  const all = foldersAround(globSync(['src/**/*.ts', 'infra/**/*.ts'], { cwd: root }))
  const folder = [join('src', word), join(word)].find((path) => all.includes(path))
  if (folder === undefined) throw new UsageError(`"${word}" is not a folder of src or infra.`)
  return folder
}

const usage = `npm run floors
npm run floors -- wiki files/text infra/local
Prints the floors of src, of src/platform and of infra, or of the given folders: each sub-folder or file imports only
what stands below. An arrow ⇢ shows who asks for things of others by their type, through a #name of package.json.`

if (import.meta.main)
  await runCommand({ usage, options: {}, words: /./ }, async (_, words) => {
    ensureGenerated()
    return words.length === 0 ? drawnAll() : words.map(folderNamed).map(drawnFolder).join('\n\n')
  })
