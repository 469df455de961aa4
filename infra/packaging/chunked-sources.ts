import { build, type BuildOptions } from 'esbuild'
import { relative } from 'node:path'

/** Those of these sources, by their absolute paths, that load parts of themselves by `import()`. */
export const chunkedSources = async (
  { absWorkingDir = '.' }: BuildOptions,
  sources: string[],
): Promise<Set<string>> => {
  // in one file, since only what imports what is looked at: a file for each source would have most of the others again
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
