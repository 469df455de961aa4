import { sessions } from '../../src/platform/identity/session.ts'
import { beginSession } from '../../src/auth/token.ts'
import { transact } from '../../src/platform/table/table.ts'
import { users } from '../../src/platform/identity/user.ts'
import type { SignedIn } from '../support/people.ts'
import { sideBySide, type Attack, type Part } from './attack.ts'
import { isCreation, type Operation } from './contract.ts'
import { makeEverything } from './everything.ts'
import { oddBody, oddHeader, oddJson, oddWord } from './oddities.ts'
import type { Random } from './random.ts'
import { asking, type Sent } from './sending.ts'
import { noThings, type Things } from './things.ts'
import { objectFor, valueFor } from './values.ts'

interface Draft {
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string | string[]>
  body: string | Buffer | undefined
}

/** Returns true for operations that end what others need; they are called less often. */
const isHarsh = ({ method, id }: Operation) => method === 'DELETE' || /logout|refresh|update_user/.test(id)

/** Data from responses: cursors, and the query parameters of secret links by path. */
interface Shown {
  cursors: string[]
  links: Map<string, [string, string][]>
}

/** Records links of the service in a response, and the editor token that goes with its URL. */
const noticeLinks = ({ contract }: Attack, { links }: Shown, text: string, body: unknown) => {
  const { wopi_src, access_token } = (body ?? {}) as Record<string, string>
  const found = (text.match(/https?:\/\/127\.0\.0\.1[^"\\ ]+/g) ?? [])
    .filter((link) => URL.canParse(link))
    .map((link) => new URL(link))
  for (const { pathname, searchParams } of found)
    if (searchParams.size > 0 && contract.patternOf(pathname)) links.set(pathname, [...searchParams])
  if (wopi_src && access_token)
    for (const end of ['', '/contents'])
      links.set(new URL(wopi_src).pathname + end, [['access_token', access_token]])
}

const valid = (attack: Attack, things: Things, operation: Operation, { cursors, links }: Shown): Draft => {
  const { contract, random, mark } = attack
  const { path } = things.fill(operation.path, random)
  const link = links.get(path)
  const making = { contract, random, mark, idsFor: things.idsFor, fullness: random.next() }
  const query = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && (required || random.chance(0.3)))
    .map(({ name, schema }): [string, string] => {
      if (name === 'cursor' && cursors.length > 0) return [name, random.pick(cursors)]
      return [name, String(valueFor(making, schema, name))]
    })
  const body = operation.body && JSON.stringify(objectFor(making, operation.body))
  return {
    method: operation.method,
    path,
    query: link && random.chance(0.8) ? [...link] : query,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body,
  }
}

/** Replaces a value in a JSON text, that of a member or an item, with something odd. */
const withOddValue = (random: Random, text: string) => {
  const places = [
    ...text.matchAll(/(?<=[:[,])("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null|\[\]|\{\})(?=[,\]}])/g),
  ]
  if (places.length === 0) return text.replace(/^\{/, `{"x":${oddJson(random)}`)
  const { index, 0: found } = random.pick(places)
  return text.slice(0, index) + oddJson(random) + text.slice(index + found.length)
}

const oddSegments = [
  '..',
  '%2e%2e',
  '%00',
  '%ff',
  '%F0%9F%98%80',
  '{id}',
  'null',
  '-1',
  '0',
  '1e9',
  'x'.repeat(2_000),
  '%2F',
  '+',
  ';a=b',
  '%25',
  'undefined',
  '%C3%28',
  'A'.repeat(36),
]

const mutations: ((draft: Draft, random: Random, cursors: string[]) => void)[] = [
  (draft, random) => {
    if (typeof draft.body === 'string') draft.body = withOddValue(random, draft.body)
  },
  (draft, random) => {
    if (typeof draft.body === 'string') draft.body = withOddValue(random, withOddValue(random, draft.body))
  },
  (draft, random) => {
    draft.body = oddBody(random, typeof draft.body === 'string' ? draft.body : '{}')
  },
  (draft, random) => {
    const [name, value] = oddHeader(random)
    draft.headers[name] = value
  },
  (draft, random) => {
    const segments = draft.path.split('/')
    const at = 3 + random.below(Math.max(1, segments.length - 3))
    draft.path = segments.with(Math.min(at, segments.length - 1), random.pick(oddSegments)).join('/')
  },
  (draft, random) => {
    draft.path = random.pick([
      `${draft.path}/`,
      draft.path.replace('/v1/', '//v1/'),
      draft.path.toUpperCase(),
      `${draft.path}/x`,
      `${draft.path}%20`,
    ])
  },
  (draft, random) => {
    draft.method = random.pick([
      'PATCH',
      'OPTIONS',
      'TRACE',
      'HEAD',
      'PUT',
      'POST',
      'GET',
      'PROPFIND',
      'LOCK',
    ])
  },
  (draft, random) => {
    const index = random.below(draft.query.length + 1)
    const name =
      draft.query[index]?.[0] ??
      random.pick(['limit', 'page', 'offset', '__proto__', 'q', 'limit[]', '', 'constructor'])
    draft.query[index] = [
      name,
      random.pick([oddWord(random).toWellFormed().slice(0, 900), '0', '-1', '101', '1e9', 'NaN', '٣']),
    ]
  },
  (draft, random) => {
    if (draft.query[0]) draft.query.push([draft.query[0][0], random.word(3)])
  },
  (draft, random, cursors) => {
    const cursor = cursors.length > 0 ? random.pick(cursors) : random.word(80)
    const bytes = Buffer.from(cursor, 'base64url')
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
    const other = random.pick([
      cursor,
      bytes.toString('base64url'),
      cursor.slice(0, -3),
      random.word(60),
      `${cursor}=`,
      '%',
      cursor.repeat(20),
    ])
    draft.query = [...draft.query.filter(([name]) => name !== 'cursor'), ['cursor', other]]
  },
  (draft, random) => {
    draft.headers['Authorization'] = random.pick([
      'Bearer',
      'Bearer a.b.c',
      'Basic YTpi',
      'bearer ü',
      `Bearer ${'A'.repeat(4_000)}`,
      '',
    ])
  },
]

const pathOf = ({ path, query }: Draft) =>
  query.length === 0
    ? path
    : `${path}?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`

const isReadable = (path: string) => {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** Returns the operation of a path and method if the document has it. */
const meant = ({ contract }: Attack, { method, path }: Draft, operation: Operation) => {
  const isMeant = method === operation.method && contract.patternOf(path) === operation.path
  return isMeant && isReadable(path) ? operation : undefined
}

/**
 * Sends requests with up to three flaws for existing resources, by everybody and anonymously. The rules for all
 * responses apply: no 5xx, and only declared responses.
 */
export const malformed: Part = async (attack) => {
  const { contract, random, send, requests, person, world, note, violated } = attack
  let things = noThings(contract)
  const cast: SignedIn[] = []
  const owners = new Map<string, number>()
  const begin = async (index: number) => {
    const roles = ['user', 'user', 'support_agent', 'admin'] as const
    const known = new Set(things.paths())
    cast[index] = await person(roles[index] ?? 'user')
    things.learn(`/api/v1/users/${cast[index].id}`)
    await makeEverything(attack, cast[index], { isPrivate: false, known: things })
    for (const path of things.paths()) if (!known.has(path)) owners.set(path, index)
  }
  /** Signs a person in again after a sign-out; replaces one who was deactivated. */
  const renew = async (index: number) => {
    const one = cast[index] as SignedIn
    const user = await users.find({ id: one.id })
    if (!user?.is_active || user.role !== one.role) return begin(index)
    const { session, token } = await beginSession(user)
    await transact([sessions.toCreate(session)])
    cast[index] = { ...one, token: token.access_token }
    return undefined
  }
  const shown: Shown = { cursors: [], links: new Map() }
  const { cursors } = shown
  const seen = new Set<string>()
  const harsh = contract.operations.filter(isHarsh)
  const mild = contract.operations.filter((operation) => !isHarsh(operation))
  // a message causes more work than one request
  const talking = mild.filter(({ method, id }) => method === 'POST' && id.startsWith('chats_'))

  const editing = contract.operations.find(({ id }) => id === 'wopi_create_token') as Operation
  /** Creates everything again, because many resources no longer exist, and the others block new ones. */
  const beginAll = async () => {
    things = noThings(contract)
    owners.clear()
    shown.links.clear()
    for (const index of [3, 0, 1, 2]) await begin(index)
    for (const path of things.paths().filter((place) => /\/v1\/files\/[^/]+$/.test(place)))
      for (const as of cast) {
        const id = path.split('/').at(-1) as string
        const answer = await send(asking(editing, editing.path.replace('{id}', id), { as }))
        noticeLinks(attack, shown, answer.text, answer.body)
        things.learn(`/api/v1/wopi/files/${id}`)
      }
  }

  const one = async () => {
    const operation = random.pick(random.chance(0.07) ? harsh : random.chance(0.06) ? talking : mild)
    const draft = valid(attack, things, operation, shown)
    const owner = [...draft.path.matchAll(/\/|$/g)]
      .map(({ index }) => owners.get(draft.path.slice(0, index)))
      .find((one) => one !== undefined)
    const index = owner !== undefined && random.chance(0.7) ? owner : random.below(5)
    const as = operation.isOpen && random.chance(0.8) ? undefined : cast[index]
    const many = random.chance(0.15) ? 0 : 1 + random.below(3)
    for (let n = 0; n < many; n += 1) random.pick(mutations)(draft, random, cursors)
    const isHead = draft.method === 'HEAD' || draft.method === 'GET'
    const request: Sent = {
      operation: meant(attack, draft, operation),
      method: draft.method,
      path: pathOf(draft),
      headers: draft.headers,
      body: isHead && random.chance(0.9) ? undefined : draft.body,
      as: draft.headers['Authorization'] === undefined ? as : undefined,
    }
    const answer = await send(request)
    if (answer.status < 300) seen.add(operation.id)
    if (answer.status < 300 && isCreation(operation))
      things.learnFrom({ path: draft.path, location: answer.headers['location'], body: answer.body })
    if (answer.status < 300) noticeLinks(attack, shown, answer.text, answer.body)
    const { next_cursor } = (answer.body ?? {}) as { next_cursor?: string }
    if (typeof next_cursor === 'string') cursors[cursors.length % 50] = next_cursor
    if (as && answer.status === 401 && request.as) await renew(index)
    if (as && answer.status < 300 && operation.id === 'users_update_user') await renew(index)
  }

  const round = Math.min(Math.ceil(requests / 4), 2_500)
  const heaps: number[] = []
  for (let done = 0; done < requests; done += round) {
    if (done % (4 * round) === 0 || round === 2_500) await beginAll()
    await sideBySide(Array(round).keys(), one)
    await world.settle()
    heaps.push(Math.round((await world.state()).heap / 1_048_576))
  }
  const grown = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0)
  note(
    `heap after each ${round} requests, in MB: ${heaps.join(', ')}; ${seen.size} ` +
      `of ${contract.operations.length} operations have succeeded too`,
  )
  if (grown > 40) violated(`the heap has grown by ${grown} MB since the first ${round} requests`)
}
