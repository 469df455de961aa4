import { readdirSync, readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { startSingleSignOn } from '../../src/auth/endpoints/start-single-sign-on.ts'
import { jobs } from '../../src/jobs/job/job.ts'

const folder = 'src/pages/client'
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

const textsIn = (language: string) => JSON.parse(read(`texts-${language}.json`)) as Record<string, string>
const english = textsIn('en')

const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map(read)
  .join('\n')

/** Keys as the scripts write them: whole, or with something in them that they know when they run. */
const written = [...scripts.matchAll(/(?<=['`])(?:\w|\.|\$\{\w+\})+(?=['`])/g)].map(([key]) => key)
const patterns = written
  .filter((key) => key.includes('${'))
  .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{\w+\}/g, '.+')}$`))

const isUsed = (key: string) => written.includes(key) || patterns.some((pattern) => pattern.test(key))

/** What goes into a text, by name; of ICU messages the pages know nothing else. */
const placesIn = (text: string) =>
  new IntlMessageFormat(text, 'en', {}, { ignoreTag: true })
    .getAst()
    .flatMap((part) =>
      part.type === 0 ? [] : [part.type === 1 ? part.value : `more than a name in ${text}`],
    )

describe('the texts of the pages', () => {
  test('are all used', () => {
    expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
  })

  test('are there wherever a script asks for one', () => {
    const asked = [...scripts.matchAll(/\btext\('([^']+)'/g)].map(([, key]) => String(key))

    expect(asked.length).toBeGreaterThan(50)
    expect(asked.filter((key) => !Object.hasOwn(english, key))).toEqual([])
  })

  test('explain each error with which a sign-in at a provider ends', () => {
    const described = /with an `error`: ([^.]+)/.exec(startSingleSignOn.spec.description ?? '')?.[1] ?? ''
    const errors = [...described.matchAll(/`(\w+)`/g)].map(([, error]) => String(error))

    expect(errors).toContain('server_error')
    expect(errors.filter((error) => !Object.hasOwn(english, `reasons.${error}`))).toEqual([])
  })

  test('have a name for each kind of jobs that people start', () => {
    const ofService = ['rename', 'address_expiry']
    const kinds = (jobs.schema.shape.kind.options ?? []).filter((kind) => !ofService.includes(kind))

    expect(kinds).not.toEqual([])
    expect(kinds.filter((kind) => !Object.hasOwn(english, `job.${kind}`))).toEqual([])
  })

  test.each(['de', 'fr', 'es'])('say the same in %s', (language) => {
    const translated = textsIn(language)
    const places = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placesIn(text).toSorted()]))

    expect(places(translated)).toEqual(places(english))
  })

  test.each(['de', 'fr', 'es'])('are translated into %s', (language) => {
    const same = Object.entries(textsIn(language)).filter(([key, text]) => text === english[key])

    // a word may be the same in both
    expect(same.map(([, text]) => text).filter((text) => text.includes(' '))).toEqual([])
  })
})
