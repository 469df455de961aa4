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

/** Keys as the scripts write them: literal, or with placeholders that are known at run time. */
const written = [...scripts.matchAll(/(?<=['`])(?:\w|\.|\$\{\w+\})+(?=['`])/g)].map(([key]) => key)
const patterns = written
  .filter((key) => key.includes('${'))
  .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{\w+\}/g, '.+')}$`))

const isUsed = (key: string) => written.includes(key) || patterns.some((pattern) => pattern.test(key))

/** Returns the placeholders of a text by name; the pages support no other syntax of ICU messages. */
const placesIn = (text: string) =>
  new IntlMessageFormat(text, 'en', {}, { ignoreTag: true })
    .getAst()
    .flatMap((part) =>
      part.type === 0 ? [] : [part.type === 1 ? part.value : `more than a name in ${text}`],
    )

describe('Texts of the pages', () => {
  test('every text is used', () => {
    expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
  })

  test('every text that a script uses exists', () => {
    const asked = [...scripts.matchAll(/\btext\('([^']+)'/g)].map(([, key]) => String(key))

    expect(asked.length).toBeGreaterThan(50)
    expect(asked.filter((key) => !Object.hasOwn(english, key))).toEqual([])
  })

  test('every error of a sign-in at a provider has an explanation', () => {
    const described = /with an `error`: ([^.]+)/.exec(startSingleSignOn.spec.description ?? '')?.[1] ?? ''
    const errors = [...described.matchAll(/`(\w+)`/g)].map(([, error]) => String(error))

    expect(errors).toContain('server_error')
    expect(errors.filter((error) => !Object.hasOwn(english, `reasons.${error}`))).toEqual([])
  })

  test('every kind of job that people start has a name', () => {
    const ofService = ['rename', 'address_expiry']
    const kinds = (jobs.schema.shape.kind.options ?? []).filter((kind) => !ofService.includes(kind))

    expect(kinds).not.toEqual([])
    expect(kinds.filter((kind) => !Object.hasOwn(english, `job.${kind}`))).toEqual([])
  })

  test.each(['de', 'fr', 'es'])('every text has the same placeholders in %s', (language) => {
    const translated = textsIn(language)
    const places = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placesIn(text).toSorted()]))

    expect(places(translated)).toEqual(places(english))
  })

  test.each(['de', 'fr', 'es'])('every sentence is translated to %s', (language) => {
    const same = Object.entries(textsIn(language)).filter(([key, text]) => text === english[key])

    // a single word may be the same in both languages
    expect(same.map(([, text]) => text).filter((text) => text.includes(' '))).toEqual([])
  })
})
