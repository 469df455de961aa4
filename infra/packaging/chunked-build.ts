import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild'
import { basename, dirname, join, resolve } from 'node:path'
import { chunkNames, packageName, readable, sharedNames, splitSources, type Split } from './split-sources.ts'

const exporting = (names: string[], from: string) =>
  `export { ${names.join(', ')} } from ${JSON.stringify(from)}\n`

/** Joins the first files, which hand on to later ones what they have in common. */
const joined = (made: Split) => {
  const own = exporting(made.outputs.get(made.entry)?.exports ?? [], made.entry)
  const shared = [...sharedNames(made)].map(([path, names]) =>
    exporting(
      names.map(({ name, as }) => `${name} as ${as}`),
      path,
    ),
  )
  return [own, ...shared].join('')
}

/** Reads files from memory; packages are looked for from this folder. */
const readFrom = (texts: Map<string, string>, resolveDir: string): Plugin => ({
  name: 'read-from-memory',
  setup: (one) => {
    one.onLoad({ filter: /\.mjs$/, namespace: 'file' }, ({ path }) => {
      const contents = texts.get(path)
      return contents === undefined ? undefined : { contents, resolveDir }
    })
  },
})

/** Finds the files of a split function; what is loaded later stays outside. */
const findIn = ({ texts, later }: Split, resolveDir: string): Plugin => ({
  name: 'find-in-memory',
  setup: (one) => {
    one.onResolve({ filter: packageName }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' && later.has(path))
        return one.resolve(path, { resolveDir, kind: 'import-statement' })
      const name = kind === 'dynamic-import' && texts.has(importer) ? later.get(path) : undefined
      return name === undefined ? undefined : { path: `./${name}`, external: true }
    })
    one.onResolve({ filter: /\.mjs$/ }, ({ path, importer, kind }) => {
      const file = resolve(dirname(importer), path)
      if (!texts.has(file)) return undefined
      const name = kind === 'dynamic-import' ? later.get(file) : undefined
      return name === undefined ? { path: file } : { path: `./${name}`, external: true }
    })
  },
})

/** Has later files import from the function's own file what they have in common. */
const fromFirst = (made: Split): Plugin => ({
  name: 'from-first',
  setup: (one) => {
    const shared = sharedNames(made)
    const own = `./${basename(made.entry)}`
    one.onResolve({ filter: /\.mjs$/ }, ({ path, importer, namespace }) => {
      if (namespace === 'first') return { path, external: true, sideEffects: false }
      const first = resolve(dirname(importer), path)
      return made.first.has(first) ? { path: first, namespace: 'first' } : undefined
    })
    // a statement for each name, of which esbuild drops those that nobody wants
    one.onLoad({ filter: /.*/, namespace: 'first' }, ({ path }) => ({
      contents: (shared.get(path) ?? []).map(({ name, as }) => exporting([`${as} as ${name}`], own)).join(''),
    }))
  },
})

/** Leaves what files import outside, by the names that these get. */
const outside = (names: Map<string, string>): Plugin => ({
  name: 'outside',
  setup: (one) => {
    one.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return { path }
      const name = names.get(resolve(dirname(importer), path))
      return { path: name === undefined ? path : `./${name}`, external: true }
    })
  },
})

/** What is loaded later: split once more, now with its packages, and then made small file by file. */
const madeLater = async (options: BuildOptions, made: Split, resolveDir: string) => {
  const { plugins = [] } = options
  const outdir = dirname(made.entry)
  const { outputFiles } = await build({
    ...readable(options),
    entryPoints: [...made.later].map(([path, name]) => ({ in: path, out: basename(name, '.mjs') })),
    outdir,
    plugins: [fromFirst(made), findIn(made, resolveDir), readFrom(made.texts, resolveDir), ...plugins],
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
    ...options,
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
 * Makes one function of which parts are loaded when they are asked for, by `import()`: first its own file with its map,
 * then chunks for these parts. A file takes as long to load as 10 kB of code, so all that is needed at once is in one
 * file. What parts have in common of the own sources is there once, and so is its state; of packages the first file and
 * the chunks each have what they use themselves (decision 0039).
 */
export const chunkedBuild = async (options: BuildOptions, source: string): Promise<OutputFile[]> => {
  const made = await splitSources(options, source)
  const { outbase: _, outdir: __, plugins = [], ...others } = options
  const resolveDir = dirname(resolve(options.absWorkingDir ?? '.', source))
  const { outputFiles } = await build({
    ...others,
    stdin: { contents: joined(made), resolveDir: dirname(made.entry) },
    outfile: made.entry,
    write: false,
    plugins: [findIn(made, resolveDir), readFrom(made.texts, resolveDir), ...plugins],
  })
  if (made.later.size === 0) return outputFiles
  return [...outputFiles, ...(await madeLater({ ...others, plugins }, made, resolveDir))]
}
