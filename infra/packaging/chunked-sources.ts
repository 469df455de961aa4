import { build, type BuildOptions } from 'esbuild'
import { relative } from 'node:path'

/** Returns the sources that load parts of themselves with `import()`, by absolute path. */
export const chunkedSources = async (
  { absWorkingDir = '.' }: BuildOptions,
  sources: string[],
): Promise<Set<string>> => {
  // one output file, because only the imports matter: separate files would repeat most of the code
  const { metafile } = await build({
    absWorkingDir,
    bundle: true,
    packages: 'external',
    format: 'esm',
    stdin: {
      contents: sources.map((path, n) => `export * as source${n} from ${JSON.stringify(path)}`).join('\n'),
      resolveDir: absWorkingDir,
    },
    metafile: true,
    write: false,
  })
  const isChunked = (source: string) => {
    const reached = new Set([relative(absWorkingDir, source)])
    for (const file of reached)
      for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
        if (kind === 'dynamic-import' && !path.startsWith('node:')) return true
        if (!external) reached.add(path)
      }
    return false
  }
  return new Set(sources.filter(isChunked))
}
