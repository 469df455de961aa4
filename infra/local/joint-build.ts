import { build, type BuildOptions, type Plugin } from 'esbuild'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The files of all functions, built at once, and those that have asked for theirs. */
interface Round {
  /** Addresses of what was made, by source. */
  made: Promise<ReadonlyMap<string, string>>
  served: Set<string>
}

const make = async (options: BuildOptions, entryPoints: string[], outdir: string) => {
  const { metafile } = await build({
    ...options,
    entryPoints,
    outdir,
    outbase: '.',
    splitting: true,
    metafile: true,
    // breakpoints (.vscode/launch.json)
    sourcemap: true,
    // a new name when the content is new, since what is loaded once stays
    entryNames: '[dir]/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
  })
  const files = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint === undefined
      ? []
      : ([[resolve(entryPoint), pathToFileURL(resolve(file)).href]] as [string, string][]),
  )
  return new Map(files)
}

/**
 * Makes each function's file one line that leads to what one build of all functions has made, modules that several
 * use only once: the functions one by one took ten times as long. Who asks again for its file, because a source has
 * changed, begins the next such build. While a source is wrong, the functions stay as they were.
 */
export const jointly = (options: BuildOptions, sources: string[], outdir: string): Plugin => {
  let round: Round | undefined
  const begin = (former = round?.made): Round => ({
    made: make(options, sources, outdir).catch((error: unknown) => former ?? Promise.reject(error)),
    served: new Set(),
  })
  return {
    name: 'jointly',
    setup: (one) => {
      one.onResolve({ filter: /^file:/ }, ({ path }) => ({ path, external: true }))
      one.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!round || round.served.has(path)) round = begin()
        round.served.add(path)
        const address = (await round.made).get(path)
        if (address === undefined) throw new Error(`${path} is not the file of a function.`)
        return { contents: `export * from ${JSON.stringify(address)}` }
      })
    },
  }
}
