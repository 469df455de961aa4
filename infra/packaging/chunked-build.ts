import { build, type BuildOptions, type OutputFile } from 'esbuild'
import { basename, dirname, join, resolve } from 'node:path'
import { jointEntry, joinFiles, type Joint } from './join-files.ts'
import { multiRouteFiles } from './joint-files.ts'
import { outputPath, splitSources } from './split-sources.ts'

/** Returns the entry points of a function and their output files, its own file first. */
const buildEntries = (options: BuildOptions, path: string, joint: Joint | undefined) => {
  const out = outputPath(options, path)
  if (!joint) return [{ in: path, out }]
  return joint.files.map((file) => ({
    in: jointEntry(joint, file),
    out: join(dirname(out), basename(file.name, '.mjs')),
  }))
}

/** Files of a function, and their inputs, such as `node_modules/uuid/dist/v7.js`. */
export interface Built {
  files: OutputFile[]
  inputs: string[]
}

/**
 * Builds functions together, so that each source is read and parsed once. A function that loads parts of itself with
 * `import()` becomes its own file, and chunks for these parts. Loading a file takes as long as loading 10 kB of code,
 * so everything that is needed at the start is in one file. Project sources that parts share exist once, and so does
 * their state; package code is copied into each file that uses it (decision 0039).
 */
export const chunkedBuilds = async (
  options: BuildOptions,
  sources: string[],
  isChunked: (source: string) => boolean,
): Promise<Map<string, Built>> => {
  const { absWorkingDir = '.', outdir = '.', plugins = [] } = options
  const joints = new Map<string, Joint>()
  const functions = []
  for (const source of sources) {
    const path = resolve(absWorkingDir, source)
    const made = isChunked(path) ? await splitSources(options, path) : undefined
    if (made) joints.set(path, { made, files: multiRouteFiles(made) })
    functions.push({ path, entries: buildEntries(options, path, joints.get(path)) })
  }
  const resolveDir = dirname(functions[0]?.path ?? '.')
  const { outputFiles, metafile } = await build({
    ...options,
    metafile: true,
    entryPoints: functions.flatMap(({ entries }) => entries),
    write: false,
    plugins: [joinFiles([...joints.values()], resolveDir), ...plugins],
  })
  const made = new Map(outputFiles.map((file) => [file.path, file]))
  const inputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [
      resolve(absWorkingDir, path),
      Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [input] : [],
      ),
    ]),
  )
  return new Map(
    functions.map(({ path, entries }) => {
      const own = entries.map(({ out }) => resolve(absWorkingDir, outdir, `${out}.mjs`))
      const files = own.flatMap((file) => [file, `${file}.map`]).flatMap((file) => made.get(file) ?? [])
      return [path, { files, inputs: own.flatMap((file) => inputs.get(file) ?? []) }]
    }),
  )
}

/** Builds one function, its own file first. */
export const chunkedBuild = async (options: BuildOptions, source: string): Promise<OutputFile[]> => {
  const made = await chunkedBuilds(options, [source], () => true)
  return [...made.values()].flatMap(({ files }) => files).sort((a, b) => Number(isMap(a)) - Number(isMap(b)))
}

const isMap = ({ path }: OutputFile) => path.endsWith('.map')
