import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Resource } from '../../src/platform/resource.ts'
import { resources as published } from '../../src/resources.ts'
import { exportOf, loadHandler } from '../endpoints.ts'

const root = resolve(import.meta.dirname, '../..')

interface Declared {
  file: string
  resource: Resource
}

/** Kinds that clients know keep their order in the enums of the document; new ones come behind them. */
const byPublication = ({ resource: a }: Declared, { resource: b }: Declared) => {
  const known = Object.keys(published)
  const placeOf = ({ type }: Resource) => (known.includes(type) ? known.indexOf(type) : known.length)
  return placeOf(a) - placeOf(b) || (a.type < b.type ? -1 : 1)
}

/** Every resource of the service: the files `src/<area>/<noun>-resource.ts`. */
export const loadResourceFiles = async (): Promise<Declared[]> => {
  const files = globSync('src/*/*-resource.ts', { cwd: root })
  const declared = files.map(async (file) => ({ file, resource: await loadHandler<Resource>(file) }))
  return (await Promise.all(declared)).sort(byPublication)
}

/** What src/resources.ts holds: where the resource of each type is, loaded when it is asked for. */
export const resourcesOf = (declared: Declared[]): string => {
  const lines = declared.map(
    ({ file, resource: { type } }) =>
      `  ${type}: async () => (await import('${file.replace(/^src\//, './')}')).${exportOf(file)},`,
  )
  return [
    '/** What others may point to. Written by `npm run openapi`; each is loaded when it is asked for. */',
    'export const resources = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}

const listOf = (name: string, comment: string, declared: Declared[]): string[] => [
  '',
  `/** ${comment} */`,
  `export const ${name} = [${declared.map(({ resource }) => `'${resource.type}'`).join(', ')}] as const`,
]

/** What src/resource-types.ts holds: the types of things by what others may do with them. */
export const resourceTypesOf = (declared: Declared[]): string => {
  const having = (uses: (resource: Resource) => unknown) => declared.filter(({ resource }) => uses(resource))
  return [
    '// Written by `npm run openapi` from the resources of all areas; it imports nothing, so any area may import it.',
    ...listOf(
      'searchedTypes',
      'What a search over everything looks for.',
      having((one) => one.searchScope),
    ),
    ...listOf(
      'sourceTypes',
      'What answers of assistants may quote.',
      having((one) => one.isSource),
    ),
    ...listOf(
      'knowledgeTypes',
      'What assistants may be given as knowledge.',
      having((one) => one.isKnowledge),
    ),
    ...listOf(
      'fileHolderTypes',
      'What files can be attached to.',
      having((one) => one.holdsFiles),
    ),
    '',
  ].join('\n')
}
