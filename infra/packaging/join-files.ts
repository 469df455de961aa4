import type { Plugin } from 'esbuild'
import { dirname, join, resolve } from 'node:path'
import type { JointFile } from './joint-files.ts'
import { packageName, type Split } from './split-sources.ts'

/** A function that was split, and its packaged files. */
export interface Joint {
  made: Split
  files: JointFile[]
}

/** Returns the entry point of a file: its package, or a path that {@link joinFiles} resolves. */
export const jointEntry = ({ made }: Joint, { name, main = '' }: JointFile): string =>
  packageName.test(main) ? main : join(dirname(made.entry), name)

const exporting = (names: string[], from: string) =>
  `export { ${names.join(', ')} } from ${JSON.stringify(from)}\n`

/** Returns the exports that a file shares under names of its own: for each chunk, the original name and the new one. */
const handedOn = ({ outputs }: Split, { shared }: JointFile) => {
  const names = shared.flatMap((chunk) =>
    (outputs.get(chunk)?.exports ?? []).map((name) => ({ chunk, name })),
  )
  return names.map(({ chunk, name }, n) => ({ chunk, name, as: `_${n}` }))
}

const jointFileSource = (made: Split, file: JointFile) => {
  const own = file.main === undefined ? '' : exporting(made.outputs.get(file.main)?.exports ?? [], file.main)
  const others = handedOn(made, file).map(({ chunk, name, as }) => exporting([`${name} as ${as}`], chunk))
  return [own, ...others].join('')
}

/**
 * Returns the import statements of a module for a file that does not contain it: one per name, so that esbuild can drop
 * unused ones.
 */
const importStatements = (made: Split, file: JointFile, wanted: string) =>
  handedOn(made, file)
    .filter(({ chunk }) => chunk === wanted)
    .map(({ name, as }) => exporting([`${as} as ${name}`], `./${file.name}`))
    .join('')

interface Whole extends Joint {
  file: JointFile
}

/** Maps entry points to their files, and chunks to the files that contain them. */
const chunkHomes = (joints: Joint[]) => {
  const wholes = new Map<string, Whole>()
  const homes = new Map<string, Whole>()
  for (const joint of joints)
    for (const file of joint.files) {
      const whole = { ...joint, file }
      wholes.set(jointEntry(joint, file), whole)
      for (const chunk of file.chunks) homes.set(chunk, whole)
    }
  return { wholes, homes }
}

const outside = ({ name }: JointFile) => ({ path: `./${name}`, external: true, sideEffects: false })

/** Resolves a chunk for the file that imports it: in the same file, or external, with the same or with other names. */
const importPath = (
  chunk: string,
  { file }: Whole,
  { from, isAsked }: { from: JointFile | undefined; isAsked: boolean },
) => {
  if (file.main === chunk && (isAsked || file !== from)) return outside(file)
  return file === from ? { path: chunk } : { path: chunk, namespace: 'other' }
}

/** Builds the files of split functions; resolves packages from this folder. */
export const joinFiles = (joints: Joint[], resolveDir: string): Plugin => ({
  name: 'join-files',
  setup: (one) => {
    const texts = new Map(joints.flatMap(({ made }) => [...made.texts]))
    const { wholes, homes } = chunkHomes(joints)

    one.onResolve({ filter: packageName }, ({ path, kind, importer }) => {
      if (kind === 'entry-point') return one.resolve(path, { resolveDir, kind: 'import-statement' })
      const part = homes.get(importer)?.files.find(({ main }) => main === path)
      return kind === 'dynamic-import' && part ? outside(part) : undefined
    })
    one.onResolve({ filter: /\.mjs$/ }, ({ path, kind, importer, namespace }) => {
      if (kind === 'entry-point') return wholes.has(path) ? { path, namespace: 'whole' } : undefined
      if (namespace === 'other') return { path, external: true, sideEffects: false }
      const chunk = resolve(dirname(importer), path)
      const home = homes.get(chunk)
      const { file: from } = (namespace === 'whole' ? wholes : homes).get(importer) ?? {}
      return home && importPath(chunk, home, { from, isAsked: kind === 'dynamic-import' })
    })
    one.onLoad({ filter: /.*/, namespace: 'whole' }, ({ path }) => {
      const { made, file } = wholes.get(path) as Whole
      return { contents: jointFileSource(made, file) }
    })
    one.onLoad({ filter: /.*/, namespace: 'other' }, ({ path }) => {
      const { made, file } = homes.get(path) as Whole
      return { contents: importStatements(made, file, path) }
    })
    one.onLoad({ filter: /\.mjs$/, namespace: 'file' }, ({ path }) => {
      const contents = texts.get(path)
      return contents === undefined ? undefined : { contents, resolveDir }
    })
  },
})
