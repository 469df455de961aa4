import { basename } from 'node:path'
import { reached, type Split } from './split-sources.ts'

export interface JointFile {
  name: string
  /** Chunk or package whose exports the file has unchanged. */
  main?: string
  chunks: string[]
  /** Chunks that other files import, under names of the file's own, because two chunks may export the same name. */
  shared: string[]
}

/** Code size in bytes that loads as fast as one more file (decision 0039). */
const loadedAsFast = 10_000

const isSmall = ({ outputs }: Split, chunk: string) => {
  const { imports = [], inputs = {} } = outputs.get(chunk) ?? {}
  const size = Object.values(inputs).reduce((sum, { bytesInOutput }) => sum + bytesInOutput, 0)
  return size < loadedAsFast && !imports.some(({ external, path }) => external && !path.startsWith('node:'))
}

/** Returns the chunks that parts need, excluding the parts themselves and the initial chunks, each with these parts. */
const besideParts = ({ outputs, first, later }: Split) => {
  const parts = new Map<string, string[]>()
  const isElsewhere = (path: string) => first.has(path) || later.has(path)
  for (const part of later.keys())
    for (const chunk of reached(outputs, part, ['import-statement'], isElsewhere))
      if (chunk !== part) parts.set(chunk, [...(parts.get(chunk) ?? []), part])
  return [...parts]
}

/**
 * Returns a file name such as `read-page.safe-html.mjs`: serverless-esbuild adds files with the prefix of a function's
 * file to this function's archive only.
 */
const jointFileName = ({ entry }: Split, source: string, taken: JointFile[]) => {
  const name = [basename(entry, '.mjs'), basename(source).replace(/\.\w+$/, '')].join('.')
  const same = taken.filter((other) => other.name.replace(/(-\d+)?\.mjs$/, '') === name).length
  return `${name}${same > 0 ? `-${same + 1}` : ''}.mjs`
}

/**
 * Returns the packaged files of a function: its own file, one per part that is loaded on demand, one for all small
 * chunks that parts share, and one for each large shared chunk or shared chunk with packages.
 */
export const multiRouteFiles = (made: Split): JointFile[] => {
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
    files.push({ name: jointFileName(made, source, files), main: part, chunks: [part, ...alone], shared: [] })
  }
  const common = beside.flatMap(([chunk, parts]) => (parts.length > 1 ? [chunk] : []))
  const isLeft = (path: string) => first.has(path)
  // includes all its imports, because two files that import each other could not be initialized
  const small = common.filter((chunk) =>
    reached(outputs, chunk, ['import-statement'], isLeft)
      .values()
      .every((path) => common.includes(path) && isSmall(made, path)),
  )
  for (const shared of [small, ...common.filter((chunk) => !small.includes(chunk)).map((chunk) => [chunk])])
    if (shared.length > 0) files.push({ name: jointFileName(made, 'shared', files), chunks: shared, shared })
  return files
}
