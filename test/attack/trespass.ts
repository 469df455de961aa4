import type { SignedIn } from '../support/people.ts'
import { sideBySide, type Attack } from './attack.ts'
import { fieldsOf, isParameter, type Operation } from './contract.ts'
import type { Schema } from '../support/json-schema.ts'
import { makeEverything } from './everything.ts'
import { asking, type Answer } from './sending.ts'
import type { Things } from './things.ts'
import { valueFor, objectFor } from './values.ts'

/**
 * Resources that everybody may see, and change with the right role: people and groups, course categories, functions.
 */
const common = [
  '/api/v1/users/{id}',
  '/api/v1/groups/{id}',
  '/api/v1/lms/courses/categories/{id}',
  '/api/v1/functions/{name}',
]

const isCommon = (place: string) =>
  common.some((pattern) => place.startsWith(pattern.slice(0, pattern.indexOf('{'))))

/** Returns a response without the ID of the requested resource; for a success also without numbers and other IDs. */
const plain = ({ status, text }: Answer, id: string) => {
  const named = text.replaceAll(id, '<named>')
  return `${status} ${status < 300 ? named.replace(/[\da-f]{8}-[\da-f-]{27}|\d+/g, '<any>') : named}`
}

/** Returns the fields of a body that take ids: values and lists. */
const idFieldsOf = (fields: Record<string, Schema>) =>
  Object.entries(fields).filter(([name, { type, format, items }]) => {
    const isId = format === 'uuid' || name.endsWith('_id')
    return (isId && type !== 'object') || (items?.format === 'uuid' && name !== 'ids')
  })

interface Pair {
  owner: SignedIn
  stranger: SignedIn
  /** Returns true for paths that a stranger with this role may not access. */
  isClosed?: (place: string) => boolean
  /** Word in the owner's texts that the stranger may not read. */
  words: string
  /** Resources of the owner that the stranger may not access; by default one of each kind is created. */
  things?: Things
  /** True to try paths and lists only, no bodies and no functions. */
  isShallow?: boolean
  /** Maximum number of IDs tried for each field of a body. */
  maxIds?: number
}

/**
 * One person owns one private resource of each kind; another asks every operation for it: in the path, the query, the
 * body, and through functions. The responses must equal those for unused IDs, no list may show any of it, and
 * everything must stay unchanged.
 */
export const trespass = async (
  attack: Attack,
  {
    owner,
    stranger,
    isClosed = () => true,
    words,
    things,
    isShallow = false,
    maxIds = attack.isBrief ? 3 : Infinity,
  }: Pair,
): Promise<void> => {
  const { contract, random, mark, send, violated, note, world } = attack
  const owned = { ...attack, mark: words }
  const plainly = ({ path }: Operation) => isCommon(`${path}/`) || !isClosed(`${path}/`)
  const own = things ? { things, failed: [] } : await makeEverything(owned, owner, { plainly })
  const theirs = await makeEverything(attack, stranger)
  await world.settle()
  const listing = contract.operations.find(({ id }) => id === 'lms_list_notifications') as Operation
  const told = (await send(asking(listing, listing.path, { as: owner }))).body as { items: { id: string }[] }
  for (const { id } of told.items) own.things.learn(`${listing.path}/${id}`)
  const places = own.things.paths().filter((place) => !isCommon(place) && isClosed(place))
  const ids = new Set(places.map((place) => place.split('/').at(-1) as string).filter((id) => id.length > 30))
  const readings = contract.operations.filter(({ method, isOpen }) => method === 'GET' && !isOpen)
  const seen = async () =>
    Promise.all(
      places.map(async (place) => {
        // a job changes by itself
        const isStill = !place.startsWith('/api/v1/jobs/')
        const reading = isStill && readings.find(({ path }) => path === contract.patternOf(place))
        return reading ? (await send(asking(reading, place, { as: owner }))).text : ''
      }),
    )
  const before = await seen()

  /** Checks that a response has neither the owner's words nor IDs, except the requested ID. */
  const look = (operation: Operation, answer: Answer, named: string, sent: ReturnType<typeof asking>) => {
    if (answer.text.includes(words)) violated(`${operation.id} shows somebody else’s words`, sent, answer)
    for (const id of ids)
      if (!named.includes(id) && answer.text.includes(id))
        violated(`${operation.id} shows somebody else’s id`, sent, answer)
  }
  const ask = async (operation: Operation, path: string, body?: unknown) => {
    const sent = asking(operation, path, { as: stranger, body })
    const answer = await send(sent)
    look(operation, answer, `${path}${JSON.stringify(body)}`, sent)
    return { sent, answer }
  }
  /** Requests a resource and one that does not exist, and compares the responses. */
  const compare = async (
    operation: Operation,
    what: string,
    id: string,
    make: (id: string) => { path: string; body?: unknown },
  ) => {
    const nothing = id.length > 30 ? random.uuid() : '999'
    const [theirs, none] = [make(id), make(nothing)]
    const askBoth = async () => {
      const found = await ask(operation, theirs.path, theirs.body)
      return { found, missed: await ask(operation, none.path, none.body) }
    }
    const isLimited = ({ found, missed }: Awaited<ReturnType<typeof askBoth>>) =>
      [found, missed].some(({ answer }) => answer.status === 429)
    let both = await askBoth()
    // waits until the stranger's own jobs end, because their limit reveals nothing about a resource
    for (let n = 0; n < 5 && isLimited(both); n += 1) {
      await attack.world.settle()
      both = await askBoth()
    }
    const { found, missed } = both
    if (plain(found.answer, id) === plain(missed.answer, nothing)) return
    violated(
      `${operation.id} (${what}) tells a thing from none (${missed.answer.status})`,
      found.sent,
      found.answer,
    )
  }

  const closed = contract.operations.filter(({ isOpen }) => !isOpen)
  const making = { contract, random, mark, idsFor: theirs.things.idsFor, fullness: 0 }
  const bodyFor = ({ body }: Operation) => body && objectFor(making, body)

  // in the path: each parameter that names a resource of the owner
  await sideBySide(
    closed.filter(({ path }) => path.includes('{') && !isCommon(path)),
    async (operation) => {
      const { path, isKnown } = own.things.fill(operation.path, random)
      if (!isKnown || !isClosed(path)) return
      const body = bodyFor(operation)
      const [pattern, given] = [operation.path.split('/'), path.split('/')]
      const at = pattern.findIndex(isParameter)
      await compare(operation, 'path', given[at] as string, (id) => ({
        path: given.with(at, id).join('/'),
        body,
      }))
    },
  )

  // in the query and the body: each field that takes an ID, first with IDs of its kind
  const some = (fitting: string[]) => [...new Set([...fitting, ...ids])].slice(0, maxIds)
  const whole = (operation: Operation) => theirs.things.fill(operation.path, random).path
  await sideBySide(isShallow ? [] : closed, async (operation) => {
    const required = operation.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => `${name}=${encodeURIComponent(String(valueFor(making, schema, name)))}`)
    for (const { name, schema } of operation.parameters.filter((parameter) => parameter.in === 'query'))
      if (schema.format === 'uuid' || name.endsWith('_id'))
        for (const id of own.things.idsFor(name).slice(0, 2))
          if (ids.has(id))
            await compare(operation, name, id, (value) => {
              const others = required.filter((one) => !one.startsWith(`${name}=`))
              return { path: `${whole(operation)}?${[...others, `${name}=${value}`].join('&')}` }
            })
    const body = bodyFor(operation)
    for (const [name, schema] of idFieldsOf(fieldsOf(contract, operation.body)))
      for (const id of some(own.things.idsFor(name).filter((one) => ids.has(one)))) {
        const path = whole(operation)
        await compare(operation, name, id, (value) => ({
          path,
          body: { ...body, [name]: schema.items ? [value] : value },
        }))
      }
  })

  // through functions, which run operations by name
  const invoke = closed.find(({ path }) => path.includes('/functions/{name}/'))
  const byFunction = closed.filter(({ path }) => path.includes('{id}') && !isCommon(path))
  await sideBySide(invoke && !isShallow ? byFunction : [], async (operation) => {
    const { path, isKnown } = own.things.fill(operation.path, random)
    if (!isKnown || !invoke || !isClosed(path)) return
    const [pattern, given] = [operation.path.split('/'), path.split('/')]
    const params = pattern.flatMap((part, i) => (isParameter(part) ? [[part.slice(1, -1), given[i]]] : []))
    const args: Record<string, unknown> = { ...bodyFor(operation), ...Object.fromEntries(params) }
    const at = invoke.path.replace('{name}', operation.id)
    await compare(invoke, operation.id, args['id'] as string, (id) => ({
      path: at,
      body: { arguments: { ...args, id } },
    }))
  })

  // in all lists
  const lists = readings.filter(({ path }) => !path.includes('{'))
  for (const operation of lists)
    for (const word of [undefined, words, 'canary']) {
      const named = operation.parameters.filter((parameter) => parameter.in === 'query')
      const search = named.find(({ name }) => name === 'q' || name === 'search')
      if (word !== undefined && !search) continue
      const { sent, answer } = await ask(
        operation,
        `${operation.path}${word && search ? `?${search.name}=${word}` : ''}`,
      )
      // some lists require the resource that they belong to, and some are for administrators
      const isAsked = named.some(({ required }) => required) || answer.status === 403
      if (answer.status !== 200 && word === undefined && !isAsked)
        violated(`${operation.id} is no list: ${answer.status}`, sent, answer)
    }

  for (const [index, text] of (await seen()).entries())
    if (text !== before[index]) violated(`${places[index]} was changed: ${before[index]} is now ${text}`)
  const who = `${stranger.role} at what is ${owner.role}'s`
  const failed = own.failed.map(({ operation, said }) => `${operation.id} (${said.slice(0, 90)})`)
  note(`${who}: could not be made: ${failed.join(', ')}`)
  note(`${who}: ${ids.size} things in ${new Set(places.map(contract.patternOf)).size} kinds of places`)
}
