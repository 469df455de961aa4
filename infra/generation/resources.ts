import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ResourceHistory } from '../../src/platform/history/resource-history.ts'
import type { Resource } from '../../src/platform/resource.ts'
import { endpointFiles, exportName, exportOfKind } from './endpoints.ts'

const root = resolve(import.meta.dirname, '../..')

/** Definitions of a kind that may be in separate files or, if they are short, in the file of its resource. */
const facets = ['history', 'trash', 'undo', 'erasure'] as const
type Facet = (typeof facets)[number]

interface Export {
  file: string
  exported: string
}

export interface Place extends Export {
  /** Function of the platform that makes the definition from the declaration of the kind. */
  madeBy?: Export
}

/** Endpoints that undo changes of a kind, by operation. */
export type UndoEndpoints = Partial<Record<'read' | 'update' | 'remove', Export>>

export interface Kind {
  resource: Resource
  history: ResourceHistory | undefined
  places: { resource: Place } & Partial<Record<Facet, Place>>
  /** Endpoints that undo changes; undefined if the kind has no undo, or has a file of its own for it. */
  undoEndpoints: UndoEndpoints | undefined
}

/** Returns the published kinds, in the order of the enums in the committed document. */
const published = (): string[] => {
  const document = readFileSync(join(root, 'src/docs/openapi.yaml'), 'utf8')
  return ['SearchResultType', 'ActivityEntryResourceType'].flatMap((schema) => {
    const [, values = ''] =
      new RegExp(`\n    ${schema}:\n.*\n      enum:((\n +- \\w+)+)`).exec(document) ?? []
    return values.match(/\w+/g) ?? []
  })
}

/** Returns a sort order: published kinds keep their order in these enums, and new kinds follow. */
const byPublication = () => {
  const known = published()
  const typeRank = ({ type }: Resource) => (known.includes(type) ? known.indexOf(type) : known.length)
  return ({ resource: a }: Kind, { resource: b }: Kind) =>
    typeRank(a) - typeRank(b) || (a.type < b.type ? -1 : 1)
}

const importFile = (file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(resolve(root, file)).href)

/**
 * Returns the files that may define a facet of a kind: `src/<area>/<kind>/trash.ts`, or `src/<area>/trash/<kind>.ts` if
 * the facet needs what imports its kind, such as endpoints.
 */
const definitionFiles = (folder: string, facet: Facet): string[] => [
  join(folder, `${facet}.ts`),
  join(dirname(folder), facet, `${basename(folder)}.ts`),
]

/**
 * Returns the declaration of a kind with one owner: `noteKind` in `src/notes/note/note.ts`. Throws if the file declares
 * the kind in another form, because the kind would have no trash, history or erasure.
 */
const ownedKindPlace = (folder: string): Place | undefined => {
  const file = join(folder, `${basename(folder)}.ts`)
  const exported = exportOfKind(join(folder, 'kind.ts'))
  const declaration = `export const ${exported} = ownedKind(`
  const source = existsSync(resolve(root, file)) ? readFileSync(resolve(root, file), 'utf8') : ''
  if (source.includes(declaration)) return { file, exported }
  if (/\bownedKind[<(]/.test(source)) throw new Error(`${file} must contain "${declaration}" on one line.`)
  return undefined
}

/** Returns the place of a default: `ownedTrash` of src/platform/kind/owned-trash.ts, for a kind with one owner. */
const defaultPlace = (facet: Facet | 'resource', kind: Place | undefined): Place | undefined => {
  const file = `src/platform/kind/owned-${facet}.ts`
  return kind && { ...kind, madeBy: { file, exported: exportName(file) } }
}

const facetPlaces = (folder: string, owned: Place | undefined, module: object | undefined) =>
  facets.flatMap((facet) => {
    const exported = exportOfKind(join(folder, `${facet}.ts`))
    const own = definitionFiles(folder, facet).find((path) => existsSync(resolve(root, path)))
    if (own) return [[facet, { file: own, exported }] as const]
    if (module && exported in module)
      return [[facet, { file: join(folder, 'resource.ts'), exported }] as const]
    const place = defaultPlace(facet, owned)
    return place ? [[facet, place] as const] : []
  })

const kindPlaces = async (folder: string): Promise<Kind['places']> => {
  const file = join(folder, 'resource.ts')
  const owned = ownedKindPlace(folder)
  const module = existsSync(resolve(root, file)) ? await importFile(file) : undefined
  const resource = module ? { file, exported: exportOfKind(file) } : defaultPlace('resource', owned)
  return { resource: resource as Place, ...Object.fromEntries(facetPlaces(folder, owned, module)) }
}

/** Loads the definition at a place. */
const definitionAt = async <D>({ file, exported, madeBy }: Place): Promise<D> => {
  const declared = (await importFile(file))[exported]
  return madeBy
    ? ((await importFile(madeBy.file))[madeBy.exported] as (kind: unknown) => D)(declared)
    : (declared as D)
}

/** Returns the path of an endpoint of a kind: `src/wiki/endpoints/delete-page.ts`. */
const endpointFile = (folder: string, verb: string): string =>
  join(dirname(folder), 'endpoints', `${verb}-${basename(folder)}.ts`)

/** Returns the endpoints that undo changes of a kind: `read-`, `update-` and `delete-<kind>.ts` of its area. */
const undoEndpointsOf = (folder: string): UndoEndpoints => {
  const known = endpointFiles()
  const verbs = { read: 'read', update: 'update', remove: 'delete' }
  const found = Object.entries(verbs).flatMap(([operation, verb]) => {
    const file = endpointFile(folder, verb)
    return known.includes(file) ? [[operation, { file, exported: exportName(file) }]] : []
  })
  return Object.fromEntries(found) as UndoEndpoints
}

/** Returns the places of the facets that a resource declares; throws if a declaration contradicts the files. */
const declaredPlaces = (
  resource: Resource,
  places: Kind['places'],
  isUndoneByEndpoints: boolean,
): Kind['places'] => {
  const declared = { ...places }
  for (const facet of ['trash', 'undo', 'erasure'] as const) {
    const [declaration, place] = [resource[facet], places[facet]]
    const start = `${places.resource.file} declares "${facet}: ${declaration}", but`
    if (declaration === true && !place && !(facet === 'undo' && isUndoneByEndpoints))
      throw new Error(`${start} defines no ${facet}.`)
    if (declaration !== true && place && !place.madeBy) throw new Error(`${start} ${place.file} defines it.`)
    if (declaration !== true) delete declared[facet]
  }
  return declared
}

const loadKind = async (folder: string): Promise<Kind> => {
  const places = await kindPlaces(folder)
  const resource = await definitionAt<Resource>(places.resource)
  const history = places.history && (await definitionAt<ResourceHistory>(places.history))
  const endpoints = undoEndpointsOf(folder)
  const isUndoable = Boolean(endpoints.read && endpoints.update)
  const declared = declaredPlaces(resource, places, isUndoable)
  const undoEndpoints = resource.undo === true && !declared.undo && isUndoable ? endpoints : undefined
  const deletion = endpointFile(folder, 'delete')
  if (undoEndpoints && resource.trash === true && !endpoints.remove)
    throw new Error(`${places.resource.file} declares "undo: true", but ${deletion} is missing.`)
  return { resource, history, places: declared, undoEndpoints }
}

/**
 * Loads every kind of resource: the folders `src/<area>/<kind>` with a resource.ts, and those that declare a kind with
 * one owner.
 */
export const loadKinds = async (): Promise<Kind[]> => {
  const folders = globSync('src/*/*/', { cwd: root }).filter(
    (folder) => existsSync(resolve(root, folder, 'resource.ts')) || ownedKindPlace(folder),
  )
  return (await Promise.all(folders.map(loadKind))).sort(byPublication())
}
