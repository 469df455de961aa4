import { build, type BuildOptions, type Plugin } from 'esbuild'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

/** More in a batch take more memory, 25 MB each, and hardly less time. */
const batchSize = 16

/** Batches that are made at the same time, so that no core waits while one of them reads its sources. */
export const maxConcurrentBatches = 2

/** How many functions serverless-esbuild has to ask for at the same time. */
export const maxConcurrentFunctions = batchSize * maxConcurrentBatches

/** Where the source map of a function's file is kept, below the folder of the maps. */
export const mapOf = (file: string): string => `${file}.map`

interface Folders {
  /** Of the project. */
  root: string
  code: string
  maps: string
}

const make = async (options: BuildOptions, sources: string[], { root, code, maps }: Folders) => {
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: sources,
    outbase: root,
    outdir: maps,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'external',
    // the repository has them
    sourcesContent: false,
    write: false,
  })
  await Promise.all(
    outputFiles.map(async ({ path, contents }) => {
      const file = path.endsWith('.map') ? path : join(code, relative(maps, path))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, contents)
    }),
  )
}

/**
 * Makes the files of many functions in one build, in which each source is read and parsed once, and hands
 * serverless-esbuild the file that it asks for. Each function's file is the same, byte for byte, as if it were made
 * alone.
 */
export const inBatches = (options: BuildOptions, sources: string[], folders: Folders): Plugin => {
  const { root, code } = folders
  const own = [...new Set(sources.map((source) => resolve(root, source)))]
  const batches = new Map<number, Promise<void>>()
  const made = (batch: number) => {
    const from = batch * batchSize
    const making = batches.get(batch) ?? make(options, own.slice(from, from + batchSize), folders)
    batches.set(batch, making)
    return making
  }
  return {
    name: 'in-batches',
    setup: (one) => {
      one.initialOptions.loader = { '.mjs': 'copy' }
      one.onResolve({ filter: /\.ts$/ }, async ({ path, resolveDir }) => {
        const source = resolve(resolveDir, path)
        const index = own.indexOf(source)
        if (index === -1) throw new Error(`${path} is not the file of a function.`)
        await made(Math.floor(index / batchSize))
        return { path: join(code, relative(root, source)).replace(/\.ts$/, '.mjs') }
      })
    },
  }
}
