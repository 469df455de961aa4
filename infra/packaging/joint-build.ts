import { build, type BuildOptions, type Plugin } from 'esbuild'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** One build of all functions, and the functions that have received their file from it. */
interface Round {
  /** URLs of the built files, by source. */
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
    // for breakpoints (.vscode/launch.json)
    sourcemap: true,
    // new contents get a new name, because a loaded module stays in memory
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
 * Builds all functions together and makes each function's file a single line that imports from this build, which
 * contains shared modules once: separate builds took ten times as long. A function that asks for its file a second
 * time, because a source has changed, starts the next build. While a source is invalid, the functions stay unchanged.
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
