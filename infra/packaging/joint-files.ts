import { basename } from 'node:path'
import { reached, type Split } from './split-sources.ts'

/** A file of a function as it is packaged. */
export interface JointFile {
  name: string
  /** What of the split, or which package, it exports as it is. */
  main?: string
  /** What of the split is in it. */
  chunks: string[]
  /** What of that other files import, under names of the file's own, since two may export the same name. */
  shared: string[]
}

/** A file takes as long to load as this many bytes of code (decision 0039). */
const loadedAsFast = 10_000

const isSmall = ({ outputs }: Split, chunk: string) => {
  const { imports = [], inputs = {} } = outputs.get(chunk) ?? {}
  const size = Object.values(inputs).reduce((sum, { bytesInOutput }) => sum + bytesInOutput, 0)
  return size < loadedAsFast && !imports.some(({ external, path }) => external && !path.startsWith('node:'))
}

/** What is loaded with parts, and is none itself nor there at once, each with these parts. */
const besideParts = ({ outputs, first, later }: Split) => {
  const parts = new Map<string, string[]>()
  const isElsewhere = (path: string) => first.has(path) || later.has(path)
  for (const part of later.keys())
    for (const chunk of reached(outputs, part, ['import-statement'], isElsewhere))
      if (chunk !== part) parts.set(chunk, [...(parts.get(chunk) ?? []), part])
  return [...parts]
}

/** `read-page.safe-html.mjs`: serverless-esbuild puts what begins like a function's file into its archive alone. */
const nameIn = ({ entry }: Split, source: string, taken: JointFile[]) => {
  const name = [basename(entry, '.mjs'), basename(source).replace(/\.\w+$/, '')].join('.')
  const same = taken.filter((other) => other.name.replace(/(-\d+)?\.mjs$/, '') === name).length
  return `${name}${same > 0 ? `-${same + 1}` : ''}.mjs`
}

/**
 * What a function is packaged as: its own file, one for each part that is loaded when it is asked for, one for all the
 * little that parts have in common, and one each for what is large of that, or has packages.
 */
export const jointFiles = (made: Split): JointFile[] => {
  const { entry, first, later, outputs } = made
  const others = [...outputs].flatMap(([path, { imports }]) => (first.has(path) ? [] : imports))
  const imported = new Set(others.map(({ path }) => path))
  const chunks = [...first]
  const files: JointFile[] = [
    { name: basename(entry), main: entry, chunks, shared: chunks.filter((chunk) => imported.has(chunk)) },
  ]
  const beside = besideParts(made)
  for (const [part, source] of later) {
    const alone = beside.flatMap(([chunk, parts]) => (parts.join() === part ? [chunk] : []))
    files.push({ name: nameIn(made, source, files), main: part, chunks: [part, ...alone], shared: [] })
  }
  const common = beside.flatMap(([chunk, parts]) => (parts.length > 1 ? [chunk] : []))
  const isLeft = (path: string) => first.has(path)
  // whatever it imports as well, since two files that import one another would not be ready for one another
  const small = common.filter((chunk) =>
    reached(outputs, chunk, ['import-statement'], isLeft)
      .values()
      .every((path) => common.includes(path) && isSmall(made, path)),
  )
  for (const shared of [small, ...common.filter((chunk) => !small.includes(chunk)).map((chunk) => [chunk])])
    if (shared.length > 0) files.push({ name: nameIn(made, 'shared', files), chunks: shared, shared })
  return files
}
