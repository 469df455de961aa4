import { build, type BuildOptions } from 'esbuild'
import { relative } from 'node:path'

/** Those of these sources, by their absolute paths, that load parts of themselves by `import()`. */
export const chunkedSources = async (
  { absWorkingDir = '.' }: BuildOptions,
  sources: string[],
): Promise<Set<string>> => {
  const { metafile } = await build({
    absWorkingDir,
    bundle: true,
    packages: 'external',
    format: 'esm',
    entryPoints: sources,
    outdir: 'unwritten',
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
