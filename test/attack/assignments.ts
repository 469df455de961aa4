import { sideBySide, type Part } from './attack.ts'
import { answerOf, fieldsOf, isCreation, type Operation } from './contract.ts'
import type { Schema } from '../support/json-schema.ts'
import { makeEverything } from './everything.ts'
import { takeBack } from './histories.ts'
import { asking } from './sending.ts'
import { objectFor } from './values.ts'

/** Fields that no client may set, whether or not responses contain them. */
const inner: Record<string, Schema> = Object.fromEntries(
  [
    'pk',
    'sk',
    'gsi1pk',
    'epoch',
    'ttl',
    'summary',
    'detail',
    'password_hash',
    'is_admin',
    'role',
    'owner_id',
    'author_id',
    'user_id',
    'requester_id',
    'created_by_id',
    '__proto__',
    'constructor',
  ].map((name) => [name, { type: 'string' }]),
)

const forgedDate = '2001-02-03T04:05:06.000Z'
const forgedNumber = 4_711

/** Returns a valid and unique value for a schema, so that it can be recognized in responses. */
const forgedOf = (schema: Schema, uuid: string): unknown => {
  const type = [schema.type ?? (schema.$ref || schema.anyOf ? 'object' : 'string')].flat()[0]
  if (type === 'integer' || type === 'number') return forgedNumber
  if (type === 'array') return [{ id: uuid, name: 'Mallory' }]
  if (type === 'object') return { id: uuid, name: 'Mallory', type: 'user' }
  if (schema.format === 'date-time' || schema.format === 'date') return forgedDate
  return schema.enum ? schema.enum.at(-1) : uuid
}

const own = (body: Record<string, unknown> | undefined, name: string, value: unknown) =>
  // as text, because JSON treats `__proto__` as an ordinary name
  JSON.stringify({ ...body, forged: 0 }).replace(
    /"forged":0\}$/,
    `${JSON.stringify(name)}:${JSON.stringify(value)}}`,
  )

/**
 * Sends fields that clients may not set, one by one in every body. A creation must reject them by name; an update may
 * also ignore them. None of the values may appear later, in the response or in the resource.
 */
export const assignments: Part = async (attack) => {
  const { contract, random, mark, send, violated, note, person, world, isBrief } = attack
  const [owner, admin] = [await person(), await person('admin')]
  const { things } = await makeEverything(attack, owner)
  await makeEverything(attack, admin, { isPrivate: false, known: things })
  things.learn(`/api/v1/users/${owner.id}`)
  await world.settle()
  let tried = 0
  let ignored = 0

  const seenAs = (path: string, as: { token: string }) => {
    const pattern = contract.patternOf(path)
    const reading = contract.operations.find((one) => one.method === 'GET' && one.path === pattern)
    return reading && send(asking(reading, path, { as }))
  }
  const attempt = async (operation: Operation, name: string, schema: Schema, as: typeof owner) => {
    const isUsers = operation.path.startsWith('/api/v1/users/')
    const path = isUsers ? operation.path.replace('{id}', owner.id) : things.fill(operation.path, random).path
    const uuid = random.uuid()
    const value = forgedOf(schema, uuid)
    const making = { contract, random, mark, idsFor: things.idsFor, fullness: 0, isPrivate: true }
    const body = operation.body && objectFor(making, operation.body)
    const request = { ...asking(operation, path, { as, body: {} }), body: own(body, name, value) }
    const answer = await send(request)
    tried += 1
    const said = (answer.body ?? {}) as Record<string, unknown>
    const told = [uuid, forgedDate, `"${name}":${forgedNumber}`, 'Mallory']
    const isTold = (text: string) =>
      told.some((part) => text.includes(part)) ||
      (schema.enum &&
        value !== null &&
        text.includes(`"${name}":${JSON.stringify(value)}`) &&
        name === 'role')
    if (answer.status < 300) {
      ignored += 1
      if (isCreation(operation)) violated(`${operation.id} takes ${name}`, request, answer)
      if (name in inner && !(name in fieldsOf(contract, answerOf(operation))))
        violated(`${operation.id} takes the inner field ${name}`, request, answer)
      if (isTold(JSON.stringify(said))) violated(`${operation.id} sets ${name}`, request, answer)
      const later = await seenAs(path, as)
      if (later && isTold(later.text)) violated(`${operation.id} has stored ${name}`, request, later)
    } else if (![...(name === '__proto__' ? [400] : []), 403, 404, 409, 422].includes(answer.status))
      violated(`${operation.id} with ${name}: ${answer.status}`, request, answer)
  }

  const bodied = contract.operations.filter(
    ({ body, isOpen, id }) => body && !isOpen && id !== 'chats_create_message',
  )
  await sideBySide(bodied, async (operation) => {
    const [shown, taken] = [answerOf(operation), operation.body].map((schema) => fieldsOf(contract, schema))
    for (const [name, schema] of Object.entries({ ...inner, ...shown }))
      if (!Object.hasOwn(taken ?? {}, name) || taken?.[name]?.readOnly)
        for (const as of isBrief ? [random.pick([owner, admin])] : [owner, admin])
          await attempt(operation, name, contract.resolved(schema), as)
  })

  const me = contract.operations.find(({ id }) => id === 'auth_read_me') as Operation
  const change = contract.operations.find(({ id }) => id === 'users_update_user') as Operation
  for (const fields of [
    { role: 'admin' },
    { is_active: false },
    { email: 'mallory@example.com' },
    { name: 'Ada', role: 'support_agent' },
  ])
    await send(asking(change, `/api/v1/users/${owner.id}`, { as: owner, body: fields }))
  const { body } = await send(asking(me, '/api/v1/auth/me', { as: owner }))
  const { role, is_active, email } = body as Record<string, unknown>
  if (role !== 'user' || is_active !== true || email !== owner.email)
    violated(`a person made themselves ${JSON.stringify(body)}`)
  await takeBack(attack, owner, things)
  note(
    `${tried} fields that are not the client's in ${bodied.length} bodies; ${ignored} of them were ignored`,
  )
}
