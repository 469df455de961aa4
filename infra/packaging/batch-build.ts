import type { BuildOptions, Plugin } from 'esbuild'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { chunkedBuilds, type Built } from './chunked-build.ts'
import { chunkedSources } from './chunked-sources.ts'

/** Functions per batch; a larger batch needs more memory, 25 MB per function, and saves little time. */
const batchSize = 16

/** Number of concurrent batches, so that no core waits while one batch reads its sources. */
export const maxConcurrentBatches = 2

/** Number of functions that serverless-esbuild must request concurrently. */
export const maxConcurrentFunctions = batchSize * maxConcurrentBatches

/** Returns the source map of a function's file, in the folder of maps. */
export const sourceMapFile = (file: string): string => `${file}.map`

/** Adds further files to the archives of a source, depending on the inputs of its code. */
type Accompany = (source: string, inputs: string[]) => Promise<void>

interface Folders {
  root: string
  code: string
  maps: string
}

const writeBuilt = async ({ files }: Built, { code, maps }: Folders) =>
  Promise.all(
    files.map(async ({ path, contents }) => {
      const file = path.endsWith('.map') ? path : join(code, relative(maps, path))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, contents)
      return file
    }),
  )

const writeFunction = async (
  [source, built]: [source: string, Built],
  folders: Folders,
  accompany?: Accompany,
) => {
  await accompany?.(relative(folders.root, source), built.inputs)
  return [source, await writeBuilt(built, folders)] as const
}

const toBuildOptions = (options: BuildOptions, { root, maps }: Folders) =>
  ({
    ...options,
    absWorkingDir: root,
    outbase: root,
    outdir: maps,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'external',
    // the repository contains the sources
    sourcesContent: false,
    write: false,
  }) as const

/**
 * Builds the files of many functions together, so that each source is read and parsed once, and gives
 * serverless-esbuild the file that it requests. Each file equals that of a separate build, except for short names:
 * between two equally frequent names, the minifier prefers the source that comes first in the batch. A function with
 * parts that are loaded on demand gets its chunks as further files.
 */
export const buildInBatches = (
  options: BuildOptions,
  sources: string[],
  folders: Folders,
  accompany?: Accompany,
): Plugin => {
  const { root, code } = folders
  const all = [...new Set(sources.map((source) => resolve(root, source)))]
  const own = toBuildOptions(options, folders)
  const chunked = chunkedSources(own, all)
  const making = new Map<number, Promise<Map<string, string[]>>>()
  const make = async (batch: string[]) => {
    const apart = await chunked
    const made = await chunkedBuilds(own, batch, (source) => apart.has(source))
    return new Map(await Promise.all([...made].map((one) => writeFunction(one, folders, accompany))))
  }
  /** Builds a function with its batch. Returns the files of its chunks. */
  const made = async (source: string) => {
    const from = Math.floor(all.indexOf(source) / batchSize) * batchSize
    const batch = making.get(from) ?? make(all.slice(from, from + batchSize))
    making.set(from, batch)
    const files = (await batch).get(source) ?? []
    return files.filter((file) => file.endsWith('.mjs')).slice(1)
  }
  return {
    name: 'in-batches',
    setup: (one) => {
      one.initialOptions.loader = { '.mjs': 'copy' }
      one.onResolve({ filter: /\.ts$/ }, async ({ path, resolveDir }) => {
        const source = resolve(resolveDir, path)
        if (!all.includes(source)) throw new Error(`${path} is not the file of a function.`)
        const { outdir = code } = one.initialOptions
        const chunks = await made(source)
        if (chunks.length > 0) await mkdir(outdir, { recursive: true })
        await Promise.all(chunks.map((chunk) => copyFile(chunk, join(outdir, basename(chunk)))))
        return { path: join(code, relative(root, source)).replace(/\.ts$/, '.mjs') }
      })
    },
  }
}
