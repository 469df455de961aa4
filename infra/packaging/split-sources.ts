import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { isBuiltin } from 'node:module'
import { basename, join, relative, resolve } from 'node:path'
import { joinLists } from './whole-lists.ts'

type Output = Metafile['outputs'][string]

/** What esbuild makes of a function's own sources when it may split them: a file for each set of parts that use it. */
export interface Split {
  outputs: Map<string, Output>
  texts: Map<string, string>
  entry: string
  /** What is loaded before the function can answer anything. */
  first: Set<string>
  /** What is loaded when it is asked for: own files and packages, each with the source that it is named after. */
  later: Map<string, string>
}

/** Where the file of a function is put, below the folder of all, without its ending. */
export const outOf = ({ outbase, absWorkingDir = '.' }: BuildOptions, source: string): string => {
  const file = resolve(absWorkingDir, source)
  return (outbase === undefined ? basename(file) : relative(outbase, file)).replace(/\.ts$/, '')
}

/** For what esbuild is to read again. */
const readable = (options: BuildOptions) =>
  ({
    ...options,
    splitting: true,
    minify: false,
    minifySyntax: true,
    sourcemap: options.sourcemap ? 'inline' : false,
    metafile: true,
    write: false,
  }) as const

/** All files that can be reached from one over imports of these kinds, without those that `isLeft` says. */
export const reached = (
  outputs: Split['outputs'],
  from: string,
  kinds: string[],
  isLeft: (path: string) => boolean = () => false,
): Set<string> => {
  const found = new Set([from])
  for (const path of found)
    for (const { path: other, kind } of outputs.get(path)?.imports ?? [])
      if (kinds.includes(kind) && outputs.has(other) && !isLeft(other)) found.add(other)
  return found
}

/** What is asked for by `import()` in these files and is not there at once. */
const askedFor = (outputs: Split['outputs'], files: Set<string>, first: Set<string>) => {
  const imports = [...files].flatMap((path) => outputs.get(path)?.imports ?? [])
  const wanted = imports.filter(({ path, kind }) => kind === 'dynamic-import' && !first.has(path))
  const paths = new Set(wanted.map(({ path }) => path).filter((path) => !isBuiltin(path)))
  return new Map([...paths].map((path) => [path, outputs.get(path)?.entryPoint ?? path]))
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
    plugins: [joinLists(options.absWorkingDir ?? '.', source), withoutPackages, ...(options.plugins ?? [])],
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
  return { outputs, texts, entry, first, later: askedFor(outputs, all, first) }
}
