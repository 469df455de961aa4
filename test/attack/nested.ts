import type { SignedIn } from '../support/people.ts'
import { sideBySide, type Part } from './attack.ts'
import { operationOf, type Contract, type Operation } from './contract.ts'
import type { Schema } from '../support/json-schema.ts'
import { makeEverything } from './everything.ts'
import { asking } from './sending.ts'
import { objectFor, type Making } from './values.ts'

/** An object in a body, by its path: field names, and 0 for the items of a list. */
interface Spot {
  path: (string | 0)[]
  schema: Schema
}

const unknownNames = ['forged_field', 'pk', 'owner_id', 'is_admin', 'constructor', '__proto__']

/** Returns the nested objects with declared fields in a schema. */
const spotsIn = ({ resolved }: Contract, given: Schema, path: Spot['path'] = []): Spot[] => {
  const schema = resolved(given)
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...(schema.properties && path.length > 0 ? [{ path, schema }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      part.readOnly ? [] : spotsIn({ resolved } as Contract, part, [...path, name]),
    ),
    ...(schema.items ? spotsIn({ resolved } as Contract, schema.items, [...path, 0]) : []),
    ...choices.flatMap((choice) => spotsIn({ resolved } as Contract, choice, path)),
  ]
}

/** Returns true for a field that accepts anything and is dropped, so that a response body can be sent back. */
const isDropped = ({ readOnly, type, $ref, anyOf, oneOf, enum: values, const: one }: Schema) =>
  readOnly === true || [type, $ref, anyOf, oneOf, values, one].every((said) => said === undefined)

const objectAt = (making: Making, schema: Schema, path: Spot['path'], inner: object): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return inner
  if (step === 0) {
    const items = making.contract.resolved(schema).items ?? {}
    return [objectAt(making, items, rest, inner)]
  }
  const own = making.contract.resolved(schema)
  const part = [own, ...(own.anyOf ?? []).map(making.contract.resolved)].find(
    ({ properties }) => properties?.[step],
  )
  const object = objectFor(making, part ?? own)
  return { ...object, [step]: objectAt(making, part?.properties?.[step] ?? {}, rest, inner) }
}

/** Returns the object with a member of any name, even `__proto__`. */
const withField = (object: object, name: string, value: unknown) =>
  Object.defineProperty({ ...object }, name, { value, enumerable: true })

/**
 * Sends unknown fields in nested objects and lists of bodies. They must be rejected by name if the document allows no
 * others, and otherwise be dropped. None of them may appear later.
 */
export const nested: Part = async (attack) => {
  const { contract, random, mark, send, violated, note, person, world } = attack
  const owner = await person()
  const { things } = await makeEverything(attack, owner)
  const admin = await person('admin')
  // a person for grants and members
  things.learn(`/api/v1/users/${admin.id}`)
  await world.settle()
  const making = { contract, random, mark, idsFor: things.idsFor, fullness: 0, isPrivate: true }
  const counts = { refused: 0, dropped: 0 }

  const attempt = async (operation: Operation, { path, schema }: Spot, name: string, as: SignedIn) => {
    const value = random.uuid()
    const place = things.fill(operation.path, random).path
    const said = { id: value, name: 'Mallory' }
    const inner = withField(objectFor(making, schema), name, said)
    const body = objectAt(making, operation.body as Schema, path, inner)
    const request = asking(operation, place, { as, body })
    const answer = await send(request)
    const what = `${operation.id} with ${[...path, name].join('.')}`
    const isKnown = schema.properties && Object.hasOwn(schema.properties, name)
    if (!isKnown && schema.additionalProperties === false) {
      const { detail } = (answer.body ?? {}) as { detail?: string }
      const isNamed =
        name === '__proto__'
          ? [400, 422].includes(answer.status)
          : answer.status === 422 && detail?.includes(name)
      if (!isNamed && ![403, 404].includes(answer.status))
        violated(`${what}: ${answer.status}, not refused by name`, request, answer)
      counts.refused += 1
    }
    if (answer.status >= 300) return
    counts.dropped += 1
    const own = answer.headers['location']
      ? new URL(answer.headers['location'], 'http://host').pathname
      : place
    const reading = contract.operations.find(
      (one) => one.method === 'GET' && one.path === contract.patternOf(own),
    )
    const later = reading && (await send(asking(reading, own, { as })))
    for (const seen of [answer, later])
      if (seen?.text.includes(value)) violated(`${what} has stored it`, request, seen)
  }

  const spots = contract.operations
    .filter(({ isOpen, body }) => body && !isOpen)
    .flatMap((operation) => spotsIn(contract, operation.body as Schema).map((spot) => ({ operation, spot })))
  const tries = spots.flatMap(({ operation, spot }) => {
    const dropped = Object.entries(spot.schema.properties ?? {}).filter(([, part]) => isDropped(part))
    const names = [...unknownNames, ...dropped.map(([name]) => name)]
    return names.map((name) => ({ operation, spot, name }))
  })
  await sideBySide(tries, async ({ operation, spot, name }) => {
    for (const as of operation.path.includes('/users') || operation.path.includes('/categories')
      ? [admin]
      : [owner])
      await attempt(operation, spot, name, as)
  })
  // fails if the document hides nested objects, which would not be tried
  if (spots.length < 10) violated(`only ${spots.length} objects are in bodies`)
  const me = await send(asking(operationOf(contract, 'auth_read_me'), '/api/v1/auth/me', { as: owner }))
  if (!me.text.includes('"role":"user"')) violated(`a person has become another`, undefined, me)
  const places = new Set(spots.map(({ operation, spot }) => `${operation.id} ${spot.path.join('.')}`))
  note(
    `${tries.length} fields in ${places.size} objects within bodies: ${counts.refused} to be ` +
      `refused, ${counts.dropped} were taken and dropped`,
  )
}
