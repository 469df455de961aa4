import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { isBuiltin } from 'node:module'
import { basename, join, relative, resolve } from 'node:path'
import { joinLists } from './whole-lists.ts'

type Output = Metafile['outputs'][string]

/** esbuild's output for a function's own sources with splitting: one file for each set of parts that share code. */
export interface Split {
  outputs: Map<string, Output>
  texts: Map<string, string>
  entry: string
  /** Files that are loaded before the function can answer. */
  first: Set<string>
  /** Files and packages that are loaded on demand, each with the source after which it is named. */
  later: Map<string, string>
}

/** Returns the output path of a function's file without its extension, relative to the output folder. */
export const outputPath = ({ outbase, absWorkingDir = '.' }: BuildOptions, source: string): string => {
  const file = resolve(absWorkingDir, source)
  return (outbase === undefined ? basename(file) : relative(outbase, file)).replace(/\.ts$/, '')
}

/** Returns build options for output that esbuild will read again. */
const readableOptions = (options: BuildOptions) =>
  ({
    ...options,
    splitting: true,
    minify: false,
    minifySyntax: true,
    sourcemap: options.sourcemap ? 'inline' : false,
    metafile: true,
    write: false,
  }) as const

/** Returns all files that one file reaches over imports of these kinds, without the files that `isLeft` excludes. */
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

/** Returns the files and packages that these files load with `import()` and that are not loaded at the start. */
const askedFor = (outputs: Split['outputs'], files: Set<string>, first: Set<string>) => {
  const imports = [...files].flatMap((path) => outputs.get(path)?.imports ?? [])
  const wanted = imports.filter(({ path, kind }) => kind === 'dynamic-import' && !first.has(path))
  const paths = new Set(wanted.map(({ path }) => path).filter((path) => !isBuiltin(path)))
  return new Map([...paths].map((path) => [path, outputs.get(path)?.entryPoint ?? path]))
}

/** Matches imports by package name, including Node's own modules. */
export const packageName = /^[^./#]/

const withoutPackages: Plugin = {
  name: 'without-packages',
  setup: (one) => {
    one.onResolve({ filter: packageName }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true },
    )
  },
}

/** Splits a function's own sources; packages stay external. */
export const splitSources = async (options: BuildOptions, source: string): Promise<Split> => {
  const out = outputPath(options, source)
  const { metafile, outputFiles } = await build({
    ...readableOptions(options),
    entryPoints: [{ in: source, out }],
    // so that file names are unique among functions
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
