import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import project from '../../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')
const published = new Map<string, string | Record<string, string>>(Object.entries(project.imports))

/** A name in a file; `*` for the whole file. */
type Place = [file: string, name: string]

/** A top-level statement of a file, and the names in it. */
export interface Part {
  file: string
  text: string
  names: string[]
  /** Names of accessed properties. */
  asks: string[]
  /** Modules that the part imports dynamically. */
  loads: Place[]
}

/** A declaration; each named member of an object is a part of its own, reached when something accesses that name. */
interface Declaration extends Part {
  members: Map<string, Part>
}

interface Source {
  declarations: Map<string, Declaration>
  /** Files and exported name of each imported name; `*` for a whole file. */
  imports: Map<string, { files: string[]; name: string }>
}

const targetsOf = (file: string, path: string): string[] => {
  if (!path.startsWith('#')) return [join(dirname(file), path)]
  if (path.startsWith('#generated/')) return [path.replace('#generated', 'generated')]
  const target = published.get(path) ?? []
  return (typeof target === 'object' ? Object.values(target) : [target]).map((one) => join(one))
}

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')

/** Returns the names in a text, including its templates, but not its strings. */
export const namesIn = (text: string): string[] => [
  ...new Set(text.replaceAll(/'(?:[^'\\\n]|\\.)*'/g, '').match(/[A-Za-z_$][\w$]*/g)),
]

const importLine = /^(?:import|export) (type )?(?:(\{[^}]*\}|\* as \w+|\w+) from )?'([^']+)'.*$/gm

const importsOf = (file: string, text: string): Source['imports'] => {
  const named = [...text.matchAll(importLine)].flatMap(([, type, what = '', path = '']) => {
    if (type || !/^[.#]/.test(path)) return []
    const files = targetsOf(file, path)
    if (what.startsWith('* as')) return [[what.slice(5), { files, name: '*' }] as const]
    return what.split(/[{},]/).flatMap((part) => {
      const [, name, alias] = /^\s*(?!type )(\w+)(?: as (\w+))?\s*$/.exec(part) ?? []
      return name === undefined ? [] : [[alias ?? name, { files, name }] as const]
    })
  })
  return new Map(named)
}

/** The formatter ensures that top-level statements begin at the edge. */
const declared = /^(?=(?:export )?(?:async )?(?:const|let|function\*?|class|type|interface) )/m
const nameOf = /^(?:export )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+|\{[^}]*\})/

/** Returns the names of accessed and destructured properties. */
const asksIn = (text: string): string[] => [
  ...[...text.matchAll(/\.([A-Za-z_$][\w$]*)/g)].map(([, name = '']) => name),
  ...[...text.matchAll(/\{([^{}]*)\}(?= =[^>]|: \w|(?:, [^()]*)?\)(?:: [^=\n]*)? =>)/g)].flatMap(
    ([, names = '']) => namesIn(names),
  ),
]

const loading = /import\(\s*'([^']+)'\s*\)(?:\)\.(\w+))?/g

const partOf = (file: string, text: string): Part => {
  const loads = [...text.matchAll(loading)].flatMap(([, path = '', name = '*']) =>
    targetsOf(file, path).map((one): Place => [one, name]),
  )
  return { file, text, names: namesIn(text), asks: asksIn(text), loads }
}

const isObject = /^(?:export )?const \w+: \w+ = \{\n/
const member = /^(?= {2}(?:async )?\w+(?:[:(,]))/m

const declarationOf = (file: string, text: string): Declaration => {
  const [head = '', ...members] = isObject.test(text) ? text.split(member) : [text]
  const named = members.map(
    (one) => [namesIn(one.replace(/^ {2}async /, ''))[0] ?? '', partOf(file, one)] as const,
  )
  return { ...partOf(file, head), members: new Map(named) }
}

const sourceOf = (file: string): Source => {
  const text = withoutComments(readFileSync(join(root, file), 'utf8'))
  const body = text.replaceAll(importLine, '')
  const declarations = body.split(declared).flatMap((part) => {
    const declaration = declarationOf(file, part)
    const name = nameOf.exec(part)?.[1]
    return (name === undefined ? [''] : namesIn(name)).map((one) => [one, declaration] as const)
  })
  return { declarations: new Map(declarations), imports: importsOf(file, text) }
}

const sources = new Map(
  globSync(['src/**/*.ts', 'generated/*.ts'], { cwd: root }).map((file) => [file, sourceOf(file)]),
)

/** Resolves a name in `file` to the files that declare it, with its name there. */
const meantBy = (file: string, name: string): Place[] => {
  const imported = sources.get(file)?.imports.get(name)
  if (imported) return imported.files.map((one) => [one, imported.name])
  return sources.get(file)?.declarations.has(name) ? [[file, name]] : []
}

/** Returns the declarations of a place, and the top-level statements that run when its file is loaded. */
const declarationsOf = ([file, name]: Place): Declaration[] => {
  const own = sources.get(file)?.declarations
  if (name === '*') return [...(own?.values() ?? [])]
  return [own?.get(name), own?.get('')].filter((one) => one !== undefined)
}

type Test = (part: Part) => boolean

const placesFrom = new Map<Part, Place[]>()

const leadsTo = (part: Part): Place[] => {
  const known = placesFrom.get(part)
  if (known) return known
  const places = part.names.flatMap((name) => meantBy(part.file, name))
  placesFrom.set(part, [...places, ...part.loads])
  return [...places, ...part.loads]
}

/**
 * Returns all parts of our code that may run when a part runs. The walk skips parts for which `isOther` is true, and
 * does not continue from those for which `isEnd` is true.
 */
export const reachedFrom = (
  part: Part,
  { isOther = () => false, isEnd = () => false }: { isOther?: Test; isEnd?: Test } = {},
): Part[] => {
  const reached = new Set<Part>()
  const asked = new Set<string>()
  const waiting = new Map<string, Part[]>()
  const left: Place[] = []
  const reach = (part: Part) => {
    if (reached.has(part) || isOther(part)) return
    reached.add(part)
    if (isEnd(part)) return
    left.push(...leadsTo(part))
    for (const name of part.asks.filter((one) => !asked.has(one))) {
      asked.add(name)
      waiting.get(name)?.forEach(reach)
    }
  }
  left.push(...leadsTo(part))
  for (let place = left.pop(); place; place = left.pop()) {
    for (const declaration of declarationsOf(place).filter((one) => !reached.has(one) && !isOther(one))) {
      reach(declaration)
      for (const [name, part] of declaration.members) {
        if (asked.has(name)) reach(part)
        else waiting.set(name, [...(waiting.get(name) ?? []), part])
      }
    }
  }
  return [...reached]
}

/** Returns the declarations of an imported or own name of a part. */
export const namedIn = ({ file }: Part, name: string): Part[] => meantBy(file, name).flatMap(declarationsOf)

/** Returns a declaration of a file; throws if the file does not have it. */
export const declarationIn = (file: string, name: string): Declaration => {
  const found = sources.get(file)?.declarations.get(name)
  if (!found) throw new Error(`${file} does not declare ${name}.`)
  return found
}
