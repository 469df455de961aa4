import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { isBuiltin } from 'node:module'
import { basename, join, relative, resolve } from 'node:path'

type Output = Metafile['outputs'][string]

/** What esbuild makes of a function's own sources when it may split them: a file for each set of parts that use it. */
export interface Split {
  outputs: Map<string, Output>
  texts: Map<string, string>
  entry: string
  /** What is loaded before the function can answer anything. */
  first: Set<string>
  /** What is loaded when it is asked for, own files and packages, with the names that these get. */
  later: Map<string, string>
}

/** Where the file of a function is put, below the folder of all, without its ending. */
export const outOf = ({ outbase, absWorkingDir = '.' }: BuildOptions, source: string): string => {
  const file = resolve(absWorkingDir, source)
  return (outbase === undefined ? basename(file) : relative(outbase, file)).replace(/\.ts$/, '')
}

/** For what esbuild is to read again. */
export const readable = (options: BuildOptions) =>
  ({
    ...options,
    splitting: true,
    minify: false,
    minifySyntax: true,
    sourcemap: options.sourcemap ? 'inline' : false,
    metafile: true,
    write: false,
  }) as const

/** All files that can be reached from one over imports of these kinds. */
const reached = (outputs: Split['outputs'], from: string, kinds: string[]) => {
  const found = new Set([from])
  for (const path of found)
    for (const { path: other, kind } of outputs.get(path)?.imports ?? [])
      if (kinds.includes(kind) && outputs.has(other)) found.add(other)
  return found
}

/** `read-page.safe-html.mjs`: serverless-esbuild puts what begins like a function's file into its archive alone. */
export const chunkNames = (entry: string, chunks: [path: string, source: string][]): Map<string, string> => {
  const names = new Map<string, string>()
  for (const [path, source] of chunks) {
    const name = [basename(entry, '.mjs'), basename(source).replace(/\.\w+$/, '')].join('.')
    const same = [...names.values()].filter((other) => other.replace(/(-\d+)?\.mjs$/, '') === name).length
    names.set(path, `${name}${same > 0 ? `-${same + 1}` : ''}.mjs`)
  }
  return names
}

/** What is asked for by `import()` in these files and is not there at once. */
const askedFor = (outputs: Split['outputs'], files: Set<string>, first: Set<string>) => {
  const imports = [...files].flatMap((path) => outputs.get(path)?.imports ?? [])
  const wanted = imports.filter(({ path, kind }) => kind === 'dynamic-import' && !first.has(path))
  const paths = new Set(wanted.map(({ path }) => path).filter((path) => !isBuiltin(path)))
  return [...paths].map((path): [string, string] => [path, outputs.get(path)?.entryPoint ?? path])
}

/** What is imported by a package's name, or is one of Node's own modules. */
export const packageName = /^[^./#]/

const withoutPackages: Plugin = {
  name: 'without-packages',
  setup: (one) => {
    one.onResolve({ filter: packageName }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true },
    )
  },
}

/** Splits the own sources of a function; packages stay outside. */
export const splitSources = async (options: BuildOptions, source: string): Promise<Split> => {
  const out = outOf(options, source)
  const { metafile, outputFiles } = await build({
    ...readable(options),
    entryPoints: [{ in: source, out }],
    // so that no two functions have a file of one name
    chunkNames: `${out}.[name]-[hash]`,
    plugins: [withoutPackages, ...(options.plugins ?? [])],
  })
  const absolute = (path: string) => resolve(options.absWorkingDir ?? '.', path)
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [
      absolute(path),
      {
        ...output,
        imports: output.imports.map((one) => (one.external ? one : { ...one, path: absolute(one.path) })),
      },
    ]),
  )
  const entry = absolute(join(options.outdir ?? '.', `${out}.mjs`))
  const all = reached(outputs, entry, ['import-statement', 'dynamic-import'])
  const first = reached(outputs, entry, ['import-statement'])
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]))
  return { outputs, texts, entry, first, later: chunkNames(entry, askedFor(outputs, all, first)) }
}

/** What later files import of the first ones, which hand it on by names of their own. */
export const sharedNames = ({ outputs, first }: Split) => {
  const others = [...outputs].filter(([path]) => !first.has(path))
  const imported = new Set(others.flatMap(([, { imports }]) => imports.map(({ path }) => path)))
  const shared = [...first].filter((path) => imported.has(path))
  return new Map(
    shared.map((path, index) => [
      path,
      (outputs.get(path) as Output).exports.map((name) => ({ name, as: `shared${index}_${name}` })),
    ]),
  )
}
