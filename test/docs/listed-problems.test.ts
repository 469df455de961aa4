import { expect, test } from 'vitest'
import { exportOf } from '../../infra/endpoints.ts'
import { declarationIn, namesIn, reachedFrom } from '../support/symbol-graph.ts'
import { endpoints } from '../support/endpoints.ts'

/** The `problems` of a spec, which are listed and not thrown. */
const listed = /^ {4}problems: (?:\[[^\n]*\]|\[\n[\s\S]*?\n {4}\]|\w+),\n/m

/** The codes that the declarations define, and those that follow from the name of a thing. */
const codesIn = (texts: string[]) =>
  texts.flatMap((text) => [
    ...[...text.matchAll(/= problem\(\s*'([a-z_.]+)'/g)].map(([, code]) => code),
    ...[...text.matchAll(/= entity\(\{\s*name: '([a-z_.]+)'/g)].flatMap(([, name]) => [
      `${name}_not_found`,
      `${name}_changed`,
    ]),
  ])

test('no operation lists a problem that nothing on its way throws', () => {
  const idle = endpoints.flatMap(({ title, file, spec }) => {
    const own = exportOf(file)
    const names = namesIn(declarationIn(file, own).text.replace(listed, '')).filter((name) => name !== own)
    const thrown = new Set(codesIn(reachedFrom(file, names).map(({ text }) => text)))
    return (spec.problems ?? []).filter(({ code }) => !thrown.has(code)).map(({ code }) => `${title} ${code}`)
  })

  expect(idle).toEqual([])
})
