import { build, type BuildOptions, type Metafile, type OutputFile, type Plugin } from 'esbuild'
import { basename, dirname, resolve } from 'node:path'

type Output = Metafile['outputs'][string]

/** What esbuild makes of one function when it may split it: a file for each combination of who uses what. */
interface Split {
  outputs: Map<string, Output>
  texts: Map<string, string>
  entry: string
  /** What is loaded before the function can answer anything. */
  first: Set<string>
  /** What is loaded when it is asked for, with the names that these files get. */
  later: Map<string, string>
}

/** All files that can be reached from one over imports of these kinds. */
const reached = (outputs: Split['outputs'], from: string, kinds: string[]) => {
  const found = new Set([from])
  for (const path of found)
    for (const { path: other, kind } of outputs.get(path)?.imports ?? [])
      if (kinds.includes(kind) && outputs.has(other)) found.add(other)
  return found
}

/** Node's own modules (esbuild.config.ts), which are nothing to load. */
const isBuiltin = ({ entryPoint }: Output) => /^(whole-)?builtin:/.test(entryPoint ?? '')

/** `read-page.safe-html.mjs`: serverless-esbuild puts what begins like a function's file into its archive alone. */
const chunkNames = (entry: string, chunks: [string, Output][]) => {
  const names = new Map<string, string>()
  for (const [path, { entryPoint = 'shared' }] of chunks) {
    const name = [basename(entry, '.mjs'), basename(entryPoint).replace(/\.\w+$/, '')].join('.')
    const same = [...names.values()].filter((other) => other.replace(/(-\d+)?\.mjs$/, '') === name).length
    names.set(path, `${name}${same > 0 ? `-${same + 1}` : ''}.mjs`)
  }
  return names
}

const split = async (options: BuildOptions, source: string): Promise<Split> => {
  const { metafile, outputFiles } = await build({
    ...options,
    entryPoints: [source],
    splitting: true,
    minify: false,
    sourcemap: options.sourcemap ? 'inline' : false,
    metafile: true,
    write: false,
  })
  const absolute = (path: string) => resolve(options.absWorkingDir ?? '.', path)
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [
      absolute(path),
      { ...output, imports: output.imports.map((one) => ({ ...one, path: absolute(one.path) })) },
    ]),
  )
  const isOwn = ({ entryPoint }: Output) => entryPoint && absolute(entryPoint) === absolute(source)
  const entry = [...outputs.keys()].find((path) => isOwn(outputs.get(path) as Output)) as string
  const all = reached(outputs, entry, ['import-statement', 'dynamic-import'])
  const first = reached(outputs, entry, ['import-statement'])
  // Node's own modules are joined with the rest, and so is what they import
  for (const [path, output] of outputs)
    if (isBuiltin(output))
      for (const other of reached(outputs, path, ['import-statement'])) if (other !== path) first.add(other)
  const chunks = [...outputs].filter(
    ([path, output]) => all.has(path) && !first.has(path) && !isBuiltin(output),
  )
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]))
  return { outputs, texts, entry, first, later: chunkNames(entry, chunks) }
}

/** What later files import of the first ones, which hand it on by names of their own. */
const sharedNames = ({ outputs, first, later }: Split) => {
  const imported = new Set(
    [...later.keys()].flatMap((path) => outputs.get(path)?.imports.map((one) => one.path)),
  )
  const shared = [...first].filter((path) => imported.has(path))
  return new Map(
    shared.map((path, index) => [
      path,
      (outputs.get(path) as Output).exports.map((name) => ({ name, as: `shared${index}_${name}` })),
    ]),
  )
}

const exporting = (names: string[], from: string) =>
  `export { ${names.join(', ')} } from ${JSON.stringify(from)}\n`

/** Joins the first files, which hand on to later ones what they have in common. */
const joined = ({ outputs, entry, ...made }: Split) => {
  const own = exporting((outputs.get(entry) as Output).exports, entry)
  const shared = sharedNames({ outputs, entry, ...made })
  const all = [...shared].map(([path, names]) =>
    exporting(
      names.map(({ name, as }) => `${name} as ${as}`),
      path,
    ),
  )
  return [own, ...all].join('')
}

/** Reads the files of a split function from memory; what is in another file stays there. */
const fromMemory = ({ texts, later }: Split): Plugin => ({
  name: 'from-memory',
  setup: (one) => {
    one.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true },
    )
    one.onResolve({ filter: /\.mjs$/ }, ({ path, resolveDir, kind }) => {
      const name = later.get(resolve(resolveDir, path))
      if (name !== undefined && kind !== 'entry-point') return { path: `./${name}`, external: true }
      return { path: resolve(resolveDir, path) }
    })
    one.onLoad({ filter: /\.mjs$/, namespace: 'file' }, ({ path }) => ({
      contents: texts.get(path) ?? '',
      resolveDir: dirname(path),
    }))
  },
})

/** Has later files import from the function's own file what they have in common. */
const fromFirst = (made: Split): Plugin => ({
  name: 'from-first',
  setup: (one) => {
    const shared = sharedNames(made)
    const own = `./${basename(made.entry)}`
    one.onResolve({ filter: /\.mjs$/ }, ({ path, resolveDir, namespace }) => {
      if (namespace === 'first') return { path, external: true }
      const first = resolve(resolveDir, path)
      return made.first.has(first) ? { path: first, namespace: 'first' } : undefined
    })
    one.onLoad({ filter: /.*/, namespace: 'first' }, ({ path }) => ({
      contents: exporting(
        (shared.get(path) ?? []).map(({ name, as }) => `${as} as ${name}`),
        own,
      ),
    }))
  },
})

/**
 * Makes one function of which parts are loaded when they are asked for, by `import()`: first its own file with its map,
 * then a chunk for each of these parts. esbuild splits it, also what only some parts have in common, into dozens of
 * files; since a file takes as long to load as 10 kB of code, all that is needed at once is joined again.
 */
export const chunkedBuild = async (options: BuildOptions, source: string): Promise<OutputFile[]> => {
  const made = await split(options, source)
  const { outbase: _, outdir: __, plugins = [], ...others } = options
  // `import('node:http')` evaluates all that it exports, a second HTTP client among it
  const builtins = plugins.filter(({ name }) => name === 'builtins')
  const folder = dirname(made.entry)
  const { outputFiles: own } = await build({
    ...others,
    stdin: { contents: joined(made), resolveDir: folder },
    outfile: made.entry,
    write: false,
    plugins: [...builtins, fromMemory(made)],
  })
  const chunks = [...made.later].map(([path, name]) => ({ in: path, out: name.replace(/\.mjs$/, '') }))
  if (chunks.length === 0) return own
  const { outputFiles: later } = await build({
    ...others,
    entryPoints: chunks,
    outdir: folder,
    write: false,
    plugins: [...builtins, fromFirst(made), fromMemory(made)],
  })
  return [...own, ...later]
}
