import { sideBySide, type Part } from './attack.ts'
import { fieldsOf, type Operation } from './contract.ts'
import { makeEverything } from './everything.ts'
import { oddJson, oddWord } from './oddities.ts'
import { asking } from './sending.ts'
import { objectFor } from './values.ts'

/** Text that is valid nearly everywhere, but breaks careless code. */
const allowed =
  `%ff %E0%A4 \u202eesrever 👨‍👩‍👧‍👦 𝔘 ﷺ İı ß "'\`` +
  `<b>&amp; \${7*7} {{x}} __proto__ [(a+)+$ \\u{110000} ٣ 2026-02-30 1e999`

/** Values that each make a one-line name misleading. */
const misleading = [
  'a\u202eb',
  'a\u2066b',
  'a\u2028b',
  'a\u2029b',
  'a\u0085b',
  'a\u0000b',
  'a\u001b[31mb',
  'a\nb',
]

/** Names that people choose from lists: with markup, disguised, and of any length. */
const names = [
  ...misleading,
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("https://evil.example.com")',
  '\u200b',
  '\u200f\u200e',
  `${'\u0301'.repeat(50)}a`,
  '漢'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(70_000),
]

/** Text that is invalid nearly everywhere. */
const forbidden = `a\u0000b\ud800 \udfff\r\nX: 1\u001b[31m\u2028\ufeff`

const isChosen = ({ id }: Operation) => /^(groups_(create|update)_group|auth_create_access_token)$/.test(id)

/**
 * Sends odd text in every field of every body and query, one field at a time in an otherwise valid request, so that all
 * processing of the text is exercised.
 */
export const fields: Part = async (attack) => {
  const { contract, random, mark, send, person, note, isBrief } = attack
  const as = await person('admin')
  const { things } = await makeEverything(attack, as, { isPrivate: false })
  const making = { contract, random, mark, idsFor: things.idsFor, fullness: 0 }
  const some = Array.from({ length: isBrief ? 1 : 10 })
  let tried = 0
  const kept = contract.operations.filter(
    ({ method, id }) => method !== 'DELETE' && !/logout|refresh|users_update/.test(id),
  )
  await sideBySide(kept, async (operation) => {
    for (const [name, schema] of Object.entries(fieldsOf(contract, operation.body))) {
      if (schema.readOnly) continue
      const values = [JSON.stringify(allowed), JSON.stringify(forbidden), ...some.map(() => oddJson(random))]
      if (name === 'name' && isChosen(operation)) values.push(...names.map((one) => JSON.stringify(one)))
      for (const value of values) {
        const body = JSON.stringify({ ...objectFor(making, operation.body ?? {}), [name]: 'odd here' })
        const { path } = things.fill(operation.path, random)
        await send({
          ...asking(operation, path, { as, body: {} }),
          body: body.replace('"odd here"', () => value),
        })
        tried += 1
      }
    }
    for (const { name, in: place } of operation.parameters) {
      if (place !== 'query') continue
      for (const value of [allowed, forbidden, ...some.map(() => oddWord(random).slice(0, 900))]) {
        const { path } = things.fill(operation.path, random)
        await send(asking(operation, `${path}?${name}=${encodeURIComponent(value.toWellFormed())}`, { as }))
        tried += 1
      }
    }
  })
  note(`${tried} odd values, each in a field of its own`)
}
