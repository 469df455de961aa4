import { build, type BuildOptions, type OutputFile } from 'esbuild'
import { basename, dirname, join, resolve } from 'node:path'
import { beginJoined, findIn, fromFirst, outside, readFrom } from './split-plugins.ts'
import { chunkNames, outOf, readable, splitSources, type Split } from './split-sources.ts'

/** What is loaded later: split once more, now with its packages, and then made small file by file. */
const madeLater = async (options: BuildOptions, made: Split, resolveDir: string) => {
  const { outbase: _, plugins = [], ...others } = options
  const outdir = dirname(made.entry)
  const { outputFiles } = await build({
    ...readable(others),
    entryPoints: [...made.later].map(([path, name]) => ({ in: path, out: basename(name, '.mjs') })),
    outdir,
    plugins: [fromFirst(made), findIn([made], resolveDir), readFrom(made.texts, resolveDir), ...plugins],
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]))
  const own = new Set([...made.later.values()].map((name) => join(outdir, name)))
  const shared = [...texts.keys()].filter((path) => !own.has(path))
  const names = chunkNames(
    made.entry,
    shared.map((path) => [path, 'shared']),
  )
  // `import('node:http')` evaluates all that it exports, a second HTTP client among it
  const builtins = plugins.filter(({ name }) => name === 'builtins')
  const small = await build({
    ...others,
    entryPoints: [...texts.keys()].map((path) => ({
      in: path,
      out: basename(names.get(path) ?? path, '.mjs'),
    })),
    outdir,
    write: false,
    plugins: [...builtins, outside(names), readFrom(texts, resolveDir)],
  })
  return small.outputFiles
}

/**
 * Makes functions in one build, in which each source is read and parsed once. Of a function that loads parts of itself
 * by `import()`, it makes its own file and chunks for these parts. A file takes as long to load as 10 kB of code, so
 * all that is needed at once is in one file. What parts have in common of the own sources is there once, and so is its
 * state; of packages the first file and the chunks each have what they use themselves (decision 0039).
 */
export const chunkedBuilds = async (
  options: BuildOptions,
  sources: string[],
  isChunked: (source: string) => boolean,
): Promise<Map<string, OutputFile[]>> => {
  const { absWorkingDir = '.', outdir = '.', plugins = [] } = options
  const paths = sources.map((source) => resolve(absWorkingDir, source))
  const splits = new Map<string, Split>()
  for (const path of paths) if (isChunked(path)) splits.set(path, await splitSources(options, path))
  const all = [...splits.values()]
  const resolveDir = dirname(paths[0] ?? '.')
  const texts = new Map(all.flatMap((made) => [...made.texts]))
  const { outputFiles } = await build({
    ...options,
    entryPoints: paths.map((path) => ({ in: path, out: outOf(options, path) })),
    write: false,
    plugins: [beginJoined(splits), findIn(all, resolveDir), readFrom(texts, resolveDir), ...plugins],
  })
  const files = new Map<string, OutputFile[]>()
  for (const path of paths) {
    const own = resolve(absWorkingDir, outdir, `${outOf(options, path)}.mjs`)
    const made = splits.get(path)
    const first = outputFiles.filter((file) => file.path === own || file.path === `${own}.map`)
    const later = made && made.later.size > 0 ? await madeLater(options, made, resolveDir) : []
    files.set(path, [...first, ...later])
  }
  return files
}

/** Makes one function, first its own file. */
export const chunkedBuild = async (options: BuildOptions, source: string): Promise<OutputFile[]> => {
  const made = await chunkedBuilds(options, [source], () => true)
  return [...made.values()].flat().sort((a, b) => Number(isMap(a)) - Number(isMap(b)))
}

const isMap = ({ path }: OutputFile) => path.endsWith('.map')
