import { randomUUID } from 'node:crypto'
import { sideBySide, type Attack, type Part } from './attack.ts'
import { operationOf } from './contract.ts'
import type { Random } from './random.ts'
import { asking, type Answer, type Sent } from './sending.ts'
import { programToken } from './tokens.ts'

/** Pieces of forged filters. */
const pieces = [
  ...'userName externalId emails.value active id displayName title constructor __proto__'.split(' '),
  ...String.raw`eq EQ ne co pr and or not ( ) [ ] ]. . : \ " "" "a\"b" "x" 'x' true null 1e999 -0 {} %`.split(
    ' ',
  ),
  '\n',
  '\u0000',
  '\u202e',
  '😀',
  'urn:ietf:params:scim:',
]

const forgedFilter = (random: Random): string => {
  const text = Array.from({ length: 1 + random.below(12) }, () => random.pick(pieces)).join(
    random.pick([' ', ' ', '']),
  )
  // a lone surrogate is not valid in a URL
  return random.chance(0.1)
    ? text
        .repeat(1 + random.below(400))
        .slice(0, 1_900)
        .toWellFormed()
    : text
}

/** Filters that are slow to parse, or easily misread. */
const hostileFilters = [
  `userName eq "${'\n'.repeat(400)}`,
  '('.repeat(9_900),
  'not '.repeat(2_400),
  'emails['.repeat(1_400),
  `userName eq "${'\\'.repeat(1_900)}`,
  `userName eq "x" ${'and userName eq "x" '.repeat(90)}`,
  `userName eq "${'é'.repeat(1_900)}"`,
  'userName eq "x" or true eq true',
  `userName eq "' OR 1=1 --"`,
]

const hostilePaths = [
  ...'__proto__ constructor constructor.prototype __proto__.polluted name.__proto__ toString'.split(' '),
  ...'emails[ emails[].value [ . .. a.b.c.d urn: meta.version id schemas'.split(' '),
  'emails[type eq "work"',
  'members[value eq "x"].value',
  'emails[__proto__ eq "x"].value',
  `emails[${'('.repeat(1_500)}].value`,
]

const hostileValues = [
  '<script>alert(1)</script>',
  '"><img src=x>',
  '${7*7}',
  '{{7*7}}',
  '\u202emoc',
  '=1+1',
  'x'.repeat(500),
]

interface Directory extends Attack {
  as: { token: string }
  ask: (id: string, path: string, body?: unknown) => Promise<[Answer, Sent]>
}

const directoryOf = async (attack: Attack): Promise<Directory> => {
  const { contract, mark, person, send } = attack
  const admin = await person('admin')
  const create = operationOf(contract, 'users_create_user')
  const email = `${randomUUID()}@example.com`
  const body = { name: `${mark} directory`, email, type: 'service', role: 'admin' }
  const { id } = (await send(asking(create, create.path, { as: admin, body }))).body as { id: string }
  const as = await programToken(attack, admin, { user_id: id, scopes: ['scim'] })
  const ask = async (operation: string, path: string, body?: unknown): Promise<[Answer, Sent]> => {
    const sent = asking(operationOf(contract, operation), `/api/v1/scim/v2${path}`, { as, body })
    return [await send(sent), sent]
  }
  return { ...attack, as, ask }
}

/** Sends forged filters and paths: each must be rejected quickly, and must change nothing but its resource. */
const forge = async (directory: Directory, id: string): Promise<number> => {
  const { ask, isBrief, random, violated } = directory
  const forged = Array.from({ length: isBrief ? 150 : 1_500 }, () => forgedFilter(random))
  const filters = [...hostileFilters, ...forged].flatMap((filter) =>
    (['Users', 'Groups'] as const).map((kind) => ({ kind, query: `?filter=${encodeURIComponent(filter)}` })),
  )
  await sideBySide(filters, async ({ kind, query }) => {
    const [answer, sent] = await ask(`scim_list_scim_${kind.toLowerCase()}`, `/${kind}${query}`)
    if (![200, 400].includes(answer.status) || answer.milliseconds > 5_000)
      violated(`a filter is a ${answer.status} after ${answer.milliseconds} ms`, sent, answer)
  })
  const patches = hostilePaths.flatMap((path) => [
    { op: 'add', path, value: 'polluted' },
    { op: 'replace', value: JSON.parse(`{${JSON.stringify(path)}: {"polluted": "polluted"}}`) as object },
    { op: 'remove', path },
  ])
  await sideBySide(patches, async (operation) => {
    const [answer, sent] = await ask('scim_update_scim_user', `/Users/${id}`, { Operations: [operation] })
    if (answer.status >= 500 || answer.text.includes('"polluted"'))
      violated(`a forged PATCH is a ${answer.status}`, sent, answer)
  })
  return filters.length + patches.length
}

/** Checks that names are returned as text; a misleading name is dropped, and `userName` replaces it. */
const nameOddly = async ({ ask, mark, violated }: Directory): Promise<void> => {
  await sideBySide(hostileValues, async (displayName) => {
    const userName = `${randomUUID()}@example.com`
    const [answer, sent] = await ask('scim_create_scim_user', '/Users', {
      userName,
      displayName,
      title: mark,
    })
    const { displayName: shown } = (answer.body ?? {}) as { displayName?: string }
    const isMisleading = /\u202e/.test(displayName) || displayName.length > 255
    if (shown !== (isMisleading ? userName : displayName))
      violated(`somebody of the name ${displayName.slice(0, 30)} is a ${answer.status}`, sent, answer)
  })
}

/** Checks that a directory token works for SCIM operations only, and that no other token works for those. */
const askElsewhere = async (directory: Directory): Promise<void> => {
  const { as, contract, person, send, violated } = directory
  const admin = await person('admin')
  const full = await programToken(directory, admin, { scopes: ['admin'] })
  for (const operation of contract.operations.filter(({ isOpen }) => !isOpen)) {
    const isOurs = operation.id.startsWith('scim_')
    for (const caller of isOurs ? [admin, full] : [as]) {
      const path = operation.path.replaceAll(/\{\w+\}/g, randomUUID())
      const sent = asking(operation, path, { as: caller, body: operation.body && {} })
      const answer = await send(sent)
      if (answer.status !== 403)
        violated(`${operation.id} lets another token in: ${answer.status}`, sent, answer)
    }
  }
}

/** Checks that a deactivated person gets no response once the deactivation was acknowledged. */
const deactivateWhileUsed = async ({ ask, contract, person, send, violated }: Directory): Promise<void> => {
  const leaver = await person('user')
  const me = operationOf(contract, 'auth_read_me')
  let isOver = false
  const use = async () => {
    const beganAfter = isOver
    const sent = asking(me, me.path, { as: leaver })
    const answer = await send(sent)
    if (beganAfter && answer.status !== 401) violated('somebody who is deactivated reads', sent, answer)
  }
  const off = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }
  const ending = ask('scim_update_scim_user', `/Users/${leaver.id}`, off).then(() => (isOver = true))
  await Promise.all([ending, sideBySide(Array.from({ length: 80 }), use)])
  await sideBySide(Array.from({ length: 20 }), use)
}

/** A hostile directory, or one with forged requests (src/scim). */
export const directory: Part = async (attack) => {
  const own = await directoryOf(attack)
  const [{ body }] = await own.ask('scim_create_scim_user', '/Users', {
    userName: `${randomUUID()}@example.com`,
  })
  const tried = await forge(own, (body as { id: string }).id)
  await nameOddly(own)
  await askElsewhere(own)
  await deactivateWhileUsed(own)
  attack.note(`${tried} forged filters and changes`)
}
