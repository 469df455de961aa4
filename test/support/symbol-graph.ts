import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import project from '../../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')
const published = new Map<string, string | Record<string, string>>(Object.entries(project.imports))

/** What stands at the top of a file under one name, and what it mentions. */
interface Declaration {
  text: string
  names: string[]
  /** The files that it loads when it runs. */
  loads: string[]
}

interface Source {
  declarations: Map<string, Declaration>
  /** The files and the name that an imported name stands for; `*` for a whole file. */
  imports: Map<string, { files: string[]; name: string }>
}

const targetsOf = (file: string, path: string): string[] => {
  if (!path.startsWith('#')) return [join(dirname(file), path)]
  if (path.startsWith('#generated/')) return [path.replace('#generated', '.generated')]
  const target = published.get(path) ?? []
  return (typeof target === 'object' ? Object.values(target) : [target]).map((one) => join(one))
}

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')

/** The names that a text mentions, in its templates too, but not in its strings. */
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

/** The formatter sees to it that what stands at the top begins at the edge. */
const declared = /^(?=(?:export )?(?:async )?(?:const|let|function\*?|class|type|interface) )/m
const nameOf = /^(?:export )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+|\{[^}]*\})/

const sourceOf = (file: string): Source => {
  const text = withoutComments(readFileSync(join(root, file), 'utf8'))
  const body = text.replaceAll(importLine, '')
  const declarations = body.split(declared).flatMap((part) => {
    const loads = [...part.matchAll(/import\(\s*'([^']+)'/g)].flatMap(([, path = '']) =>
      targetsOf(file, path),
    )
    const declaration = { text: part, names: namesIn(part), loads }
    const name = nameOf.exec(part)?.[1]
    return (name === undefined ? [''] : namesIn(name)).map((one) => [one, declaration] as const)
  })
  return { declarations: new Map(declarations), imports: importsOf(file, text) }
}

const sources = new Map(
  globSync(['src/**/*.ts', '.generated/*.ts'], { cwd: root }).map((file) => [file, sourceOf(file)]),
)

type Place = [file: string, name: string]

/** What `file` means by a name: files with a name of theirs. */
const meantBy = (file: string, name: string): Place[] => {
  const imported = sources.get(file)?.imports.get(name)
  if (imported) return imported.files.map((one) => [one, imported.name])
  return sources.get(file)?.declarations.has(name) ? [[file, name]] : []
}

/** The declarations of a place; what a file does when it is loaded goes along, under no name. */
const declarationsOf = ([file, name]: Place): Declaration[] => {
  const own = sources.get(file)?.declarations
  if (name === '*') return [...(own?.values() ?? [])]
  return [own?.get(name), own?.get('')].filter((one) => one !== undefined)
}

const placesFrom = new Map<Declaration, Place[]>()

const leadsTo = (file: string, declaration: Declaration): Place[] => {
  const known = placesFrom.get(declaration)
  if (known) return known
  const places = declaration.names.flatMap((name) => meantBy(file, name))
  const loaded = declaration.loads.map((one): Place => [one, '*'])
  placesFrom.set(declaration, [...places, ...loaded])
  return [...places, ...loaded]
}

/** Every declaration of ours that runs, or may, when these names of a file are used. */
export const reachedFrom = (file: string, names: string[]): Declaration[] => {
  const seen = new Set<Declaration>()
  const left = names.flatMap((name) => meantBy(file, name))
  for (let place = left.pop(); place; place = left.pop()) {
    for (const declaration of declarationsOf(place).filter((one) => !seen.has(one))) {
      seen.add(declaration)
      left.push(...leadsTo(place[0], declaration))
    }
  }
  return [...seen]
}

/** A declaration of a file; one that it does not have is a mistake of who asks. */
export const declarationIn = (file: string, name: string): Declaration => {
  const found = sources.get(file)?.declarations.get(name)
  if (!found) throw new Error(`${file} does not declare ${name}.`)
  return found
}
