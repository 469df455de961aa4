import type { BuildOptions, Plugin } from 'esbuild'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { chunkedBuilds, type Built } from './chunked-build.ts'
import { chunkedSources } from './chunked-sources.ts'

/** More in a batch take more memory, 25 MB each, and hardly less time. */
const batchSize = 16

/** Batches that are made at the same time, so that no core waits while one of them reads its sources. */
export const maxConcurrentBatches = 2

/** How many functions serverless-esbuild has to ask for at the same time. */
export const maxConcurrentFunctions = batchSize * maxConcurrentBatches

/** Where the source map of a function's file is kept, below the folder of the maps. */
export const mapOf = (file: string): string => `${file}.map`

/** Adds what belongs to the archives of a source beside its code, by the files that are in that code. */
type Accompany = (source: string, inputs: string[]) => Promise<void>

interface Folders {
  /** Of the project. */
  root: string
  code: string
  maps: string
}

const write = async ({ files }: Built, { code, maps }: Folders) =>
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
  return [source, await write(built, folders)] as const
}

const optionsOf = (options: BuildOptions, { root, maps }: Folders) =>
  ({
    ...options,
    absWorkingDir: root,
    outbase: root,
    outdir: maps,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'external',
    // the repository has them
    sourcesContent: false,
    write: false,
  }) as const

/**
 * Makes the files of many functions in one build, in which each source is read and parsed once, and hands
 * serverless-esbuild the file that it asks for. Each function's file is the same as if it were made alone, but for
 * short names: where two are used equally often, the minifier begins with the source that comes first in the batch. A
 * function with parts that are loaded when they are asked for has its chunks beside it.
 */
export const inBatches = (
  options: BuildOptions,
  sources: string[],
  folders: Folders,
  accompany?: Accompany,
): Plugin => {
  const { root, code } = folders
  const all = [...new Set(sources.map((source) => resolve(root, source)))]
  const own = optionsOf(options, folders)
  const chunked = chunkedSources(own, all)
  const making = new Map<number, Promise<Map<string, string[]>>>()
  const make = async (batch: string[]) => {
    const apart = await chunked
    const made = await chunkedBuilds(own, batch, (source) => apart.has(source))
    return new Map(await Promise.all([...made].map((one) => writeFunction(one, folders, accompany))))
  }
  /** Makes a function, with its batch. Gives the files of its chunks. */
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
