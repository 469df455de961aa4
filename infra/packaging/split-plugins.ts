import type { Plugin } from 'esbuild'
import { basename, dirname, resolve } from 'node:path'
import { packageName, sharedNames, type Split } from './split-sources.ts'

const exporting = (names: string[], from: string) =>
  `export { ${names.join(', ')} } from ${JSON.stringify(from)}\n`

/** Joins the first files, which hand on to later ones what they have in common. */
const joined = (made: Split) => {
  const own = exporting(made.outputs.get(made.entry)?.exports ?? [], made.entry)
  const shared = [...sharedNames(made)].map(([path, names]) =>
    exporting(
      names.map(({ name, as }) => `${name} as ${as}`),
      path,
    ),
  )
  return [own, ...shared].join('')
}

/** Begins functions that were split with their joined files. */
export const beginJoined = (splits: Map<string, Split>): Plugin => ({
  name: 'begin-joined',
  setup: (one) => {
    one.onResolve({ filter: /\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' && splits.has(path) ? { path, namespace: 'joined' } : undefined,
    )
    one.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path }) => ({
      contents: joined(splits.get(path) as Split),
    }))
  },
})

/** Reads files from memory; packages are looked for from this folder. */
export const readFrom = (texts: Map<string, string>, resolveDir: string): Plugin => ({
  name: 'read-from-memory',
  setup: (one) => {
    one.onLoad({ filter: /\.mjs$/, namespace: 'file' }, ({ path }) => {
      const contents = texts.get(path)
      return contents === undefined ? undefined : { contents, resolveDir }
    })
  },
})

/** Finds the files of split functions; what is loaded later stays outside. */
export const findIn = (all: Split[], resolveDir: string): Plugin => ({
  name: 'find-in-memory',
  setup: (one) => {
    const homes = new Map(all.flatMap((made) => [...made.texts.keys()].map((path) => [path, made])))
    const laterIn = (importer: string, path: string) => {
      const name = homes.get(importer)?.later.get(path)
      return name === undefined ? undefined : { path: `./${name}`, external: true }
    }
    const packages = new Set(
      all.flatMap(({ later }) => [...later.keys()].filter((path) => packageName.test(path))),
    )
    const named = [...packages].map((name) => RegExp.escape(name)).join('|')
    one.onResolve({ filter: new RegExp(`^(${named})$`) }, ({ path, kind, importer }) => {
      if (kind === 'entry-point') return one.resolve(path, { resolveDir, kind: 'import-statement' })
      return kind === 'dynamic-import' ? laterIn(importer, path) : undefined
    })
    one.onResolve({ filter: /\.mjs$/ }, ({ path, importer, kind }) => {
      const file = resolve(dirname(importer), path)
      if (!homes.has(file)) return undefined
      return (kind === 'dynamic-import' ? laterIn(importer, file) : undefined) ?? { path: file }
    })
  },
})

/** Has later files import from the function's own file what they have in common. */
export const fromFirst = (made: Split): Plugin => ({
  name: 'from-first',
  setup: (one) => {
    const shared = sharedNames(made)
    const own = `./${basename(made.entry)}`
    one.onResolve({ filter: /\.mjs$/ }, ({ path, importer, namespace }) => {
      if (namespace === 'first') return { path, external: true, sideEffects: false }
      const first = resolve(dirname(importer), path)
      return made.first.has(first) ? { path: first, namespace: 'first' } : undefined
    })
    // a statement for each name: esbuild drops those that nobody wants
    one.onLoad({ filter: /.*/, namespace: 'first' }, ({ path }) => ({
      contents: (shared.get(path) ?? []).map(({ name, as }) => exporting([`${as} as ${name}`], own)).join(''),
    }))
  },
})

/** Leaves what files import outside, by the names that these get. */
export const outside = (names: Map<string, string>): Plugin => ({
  name: 'outside',
  setup: (one) => {
    one.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return { path }
      const name = names.get(resolve(dirname(importer), path))
      return { path: name === undefined ? path : `./${name}`, external: true }
    })
  },
})
