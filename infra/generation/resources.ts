import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ResourceHistory } from '../../src/platform/history/resource-history.ts'
import type { Resource } from '../../src/platform/resource.ts'
import { exportOfKind } from './endpoints.ts'

const root = resolve(import.meta.dirname, '../..')

/** Definitions of a kind that may be in separate files or, if they are short, in the file of its resource. */
const facets = ['history', 'trash', 'undo', 'erasure'] as const
type Facet = (typeof facets)[number]

interface Place {
  file: string
  exported: string
}

export interface Kind {
  resource: Resource
  history: ResourceHistory | undefined
  places: { resource: Place } & Partial<Record<Facet, Place>>
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
  const rankOf = ({ type }: Resource) => (known.includes(type) ? known.indexOf(type) : known.length)
  return ({ resource: a }: Kind, { resource: b }: Kind) => rankOf(a) - rankOf(b) || (a.type < b.type ? -1 : 1)
}

const load = (file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(resolve(root, file)).href)

/**
 * Returns the files that may define a facet of a kind: `src/<area>/<kind>/trash.ts`, or `src/<area>/trash/<kind>.ts` if
 * the facet needs what imports its kind, such as endpoints.
 */
const definitionFiles = (resourceFile: string, facet: Facet): string[] => {
  const kind = dirname(resourceFile)
  return [join(kind, `${facet}.ts`), join(dirname(kind), facet, `${basename(kind)}.ts`)]
}

const facetPlaces = (file: string, module: object): Kind['places'] => {
  const found = facets.flatMap((facet) => {
    const exported = exportOfKind(join(dirname(file), `${facet}.ts`))
    const own = definitionFiles(file, facet).find((path) => existsSync(resolve(root, path)))
    if (own) return [[facet, { file: own, exported }] as const]
    return exported in module ? [[facet, { file, exported }] as const] : []
  })
  return { resource: { file, exported: exportOfKind(file) }, ...Object.fromEntries(found) }
}

/** Throws if the definitions of a kind do not match its answers. */
const requireAnswers = ({ resource, places }: Kind): void => {
  for (const facet of ['trash', 'undo', 'erasure'] as const) {
    const [answer, place] = [resource[facet], places[facet]]
    if (answer === true && !place)
      throw new Error(`${places.resource.file} answers "${facet}: true", and no file says how.`)
    if (answer !== true && place)
      throw new Error(`${places.resource.file} answers "${facet}: ${answer}" But there is ${place.file}.`)
  }
}

const loadKind = async (file: string): Promise<Kind> => {
  const module = await load(file)
  const places = facetPlaces(file, module)
  const history = places.history && (await load(places.history.file))[places.history.exported]
  const kind = {
    resource: module[places.resource.exported] as Resource,
    history: history as ResourceHistory | undefined,
    places,
  }
  requireAnswers(kind)
  return kind
}

/** Loads every kind of resource: the files `src/<area>/<kind>/resource.ts`. */
export const loadKinds = async (): Promise<Kind[]> => {
  const files = globSync('src/*/*/resource.ts', { cwd: root })
  return (await Promise.all(files.map(loadKind))).sort(byPublication())
}
