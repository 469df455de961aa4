import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportName } from '../../infra/generation/endpoints.ts'
import { outsideProblems } from '../../infra/openapi/error-table.ts'
import { listProblems } from '../../infra/openapi/problems.ts'
import { endpoints } from '../support/endpoints.ts'
import { declarationIn, namedIn, namesIn, reachedFrom, type Part } from '../support/symbol-graph.ts'

type Endpoint = (typeof endpoints)[number]

/** The `problems` of a spec, which are listed and not thrown. */
const listed = /^ {2}problems: (?:\[[^\n]*\]|\[\n[\s\S]*?\n {2}\]|\w+),\n/m

const definedIn = ({ text }: Part) =>
  [...text.matchAll(/= problem\(\s*'([a-z_.]+)'/g)].map(([, code]) => code)

const entityIn = ({ text }: Part) => /= entity\(\{\s*name: '([a-z_.]+)'/.exec(text)?.[1]

/** Calls that require a resource to exist. */
const requiredThing = /\b(\w+)\s*\.(?:get|absent|modify|update)\b/g

const absentIn = (part: Part) =>
  [...part.text.matchAll(requiredThing)]
    .flatMap(([, name = '']) => namedIn(part, name))
    .flatMap((one) => entityIn(one) ?? [])
    .map((name) => `${name}_not_found`)

/** Returns the declaration of an endpoint without its listed problems, and all code that it reaches. */
const wayOf = ({ file }: Endpoint, ends: Parameters<typeof reachedFrom>[1] = {}): Part[] => {
  const own = exportName(file)
  const declaration = declarationIn(file, own)
  const text = declaration.text.replace(listed, '')
  const handled = { ...declaration, text, names: namesIn(text).filter((name) => name !== own) }
  return [handled, ...reachedFrom(handled, ends)]
}

/**
 * Returns true for an endpoint: it documents its own problems, and a caller by name declares that it passes them on.
 */
const isEndpoint = ({ text }: Part) => /^export const \w+ = \w*[eE]ndpoint\(/.test(text)

/** Returns true for code that converts the problems of its parts. */
const catchesProblems = ({ text }: Part) =>
  /if \(error instanceof Problem\) return|if \(!\(error instanceof Problem\)[^\n]*\) throw error/.test(text)

/** Codes of the steps of any request, which follow from its spec. */
const ofSteps = new Set(
  [
    ...endpoints.flatMap(({ spec }) => listProblems({ ...spec, path: '/', problems: [] })),
    ...outsideProblems,
  ].map(({ code }) => code),
)

/** Codes that an endpoint declares it never returns, although the code that it calls may: `// never area.code: why`. */
const neverIn = ({ file }: Endpoint) =>
  [
    ...readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8').matchAll(
      /\/\/ never ([a-z_.]+): \S/g,
    ),
  ].map(([, code]) => code)

describe('the problems listed by operations', () => {
  test('occur in the code that the operation reaches', () => {
    const idle = endpoints.flatMap((endpoint) => {
      const way = wayOf(endpoint)
      const names = way.flatMap((part) => entityIn(part) ?? [])
      const thrown = new Set([
        ...way.flatMap(definedIn),
        ...names.flatMap((name) => [`${name}_not_found`, `${name}_changed`]),
      ])
      const { title, spec } = endpoint
      return (spec.problems ?? [])
        .filter(({ code }) => !thrown.has(code))
        .map(({ code }) => `${title} ${code}`)
    })

    expect(idle).toEqual([])
  })

  test('include every problem that the operation throws', () => {
    const unlisted = endpoints
      .filter(({ spec }) => !spec.passesProblems)
      .flatMap((endpoint) => {
        const way = wayOf(endpoint, { isOther: isEndpoint, isEnd: catchesProblems })
        const inSteps = ({ file }: Part) => file.startsWith('src/platform/http/')
        const thrown = way.flatMap((part) => [...definedIn(part), ...(inSteps(part) ? [] : absentIn(part))])
        const declared = new Set(listProblems(endpoint.spec).map(({ code }) => code))
        const missing = new Set(thrown.filter((code = '') => !declared.has(code) && !ofSteps.has(code)))
        const never = neverIn(endpoint)
        return [
          ...[...missing].filter((code) => !never.includes(code)).map((code) => `${endpoint.title} ${code}`),
          ...never.filter((code) => !missing.has(code)).map((code) => `${endpoint.title} never ${code}`),
        ]
      })

    expect(unlisted).toEqual([])
  })
})
