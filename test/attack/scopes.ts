import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SignedIn } from '../support/people.ts'
import { sideBySide, type Attack, type Part } from './attack.ts'
import { fieldsOf, isParameter, operationOf, type Operation } from './contract.ts'
import { makeEverything } from './everything.ts'
import { asking, type Answer, type Sent } from './sending.ts'
import type { Things } from './things.ts'
import { programToken, seenBy } from './tokens.ts'
import { objectFor, type Making } from './values.ts'

const widths = ['read', 'write', 'full', 'admin'] as const
type Scope = (typeof widths)[number]

/** Minimum scope of an operation by its `x-effect`; `sharing` operations can be called without sharing anything. */
const leastScopes: Record<string, Scope> = {
  read: 'read',
  write: 'write',
  sharing: 'write',
  destructive: 'full',
  admin: 'admin',
}

const isBeyond = (scope: Scope, { effect }: Operation) =>
  widths.indexOf(leastScopes[effect] ?? 'admin') > widths.indexOf(scope)

/** Operations that no token may call, whatever its scope. */
const sessionOnly = ['auth_create_access_token', 'auth_refresh', 'auth_logout', 'assistants_create_trust']

/** Operations whose new, empty resources are visible to everybody by default, which shares nothing. */
const openAnyway = ['wiki_create_space', 'task_create_project']

const codeOf = ({ headers }: Answer) => headers['x-error-code'] ?? ''

const isRefused = (answer: Answer) =>
  answer.status === 403 && ['auth.scope', 'auth.session_required'].includes(codeOf(answer))

/** Operations that only run another one, whose scope decides. */
const running = ['functions_invoke_function', 'mcp_handle_message']

/** Returns true if the tool of an AI client refused its call because of the token's scope. */
const isRefusedTool = ({ status, body }: Answer) => {
  const { result } = (body ?? {}) as { result?: { structuredContent?: { code?: string } } }
  return status === 200 && result?.structuredContent?.code === 'auth.scope'
}

interface Owned extends Attack {
  owner: SignedIn
  things: Things
  making: Making
}

/** Returns a valid request for resources of the owner. */
const rightRequest = ({ things, random, making }: Owned, operation: Operation, as: { token: string }) => {
  const { path } = things.fill(operation.path, random)
  return asking(operation, path, { as, body: operation.body && objectFor(making, operation.body) })
}

/** Returns the same request as calls of the operation’s function, by its name and as a tool of an AI client. */
const asFunction = ({ contract }: Owned, sent: Sent, operation: Operation): Sent[] => {
  const [invoke, tools] = running.map((id) => operationOf(contract, id)) as [Operation, Operation]
  const given = sent.path.split('/')
  const params = operation.path
    .split('/')
    .flatMap((part, at) => (isParameter(part) ? [[part.slice(1, -1), given[at]]] : []))
  const args = { ...JSON.parse(String(sent.body ?? '{}')), ...Object.fromEntries(params) } as object
  const headers = { Accept: 'application/json, text/event-stream' }
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: operation.id, arguments: args },
  }
  return [
    asking(invoke, invoke.path.replace('{name}', operation.id), { as: sent.as, body: { arguments: args } }),
    asking(tools, tools.path, { as: sent.as, body: call, headers }),
  ]
}

/**
 * Sends requests that are valid but for the scope of their token, directly and as function calls: each must return 403.
 */
const askBeyond = async (owned: Owned, tokens: Record<Scope, { token: string }>) => {
  const { contract, mark, owner, send, violated } = owned
  const names = await functionNames(owned)
  const tries = widths.flatMap((scope) =>
    contract.operations
      .filter((one) => !one.isOpen && !running.includes(one.id) && isBeyond(scope, one))
      .flatMap((operation) => {
        const sent = rightRequest(owned, operation, tokens[scope])
        return [sent, ...(names.has(operation.id) ? asFunction(owned, sent, operation) : [])].map(
          (request) => ({ scope, operation, request }),
        )
      }),
  )
  await sideBySide(tries, async ({ scope, operation, request }) => {
    const answer = await send(request)
    if (!isRefused(answer) && !isRefusedTool(answer))
      violated(`${operation.id} with the scope ${scope}: ${answer.status} ${codeOf(answer)}`, request, answer)
  })
  const change = operationOf(contract, 'users_update_user')
  const password = { password: `${mark} another one`, current_password: `${mark} this one` }
  const own = asking(change, `/api/v1/users/${owner.id}`, { as: tokens.admin, body: password })
  const others = sessionOnly.map((id) => rightRequest(owned, operationOf(contract, id), tokens.admin))
  await sideBySide([own, ...others], async (request) => {
    const answer = await send(request)
    if (answer.status !== 403 || codeOf(answer) !== 'auth.session_required')
      violated(`${request.operation?.id} with a token: ${answer.status} ${codeOf(answer)}`, request, answer)
  })
  return tries.length
}

const functionNames = async ({ contract, send, owner }: Owned) => {
  const list = operationOf(contract, 'functions_list_functions')
  const names = new Set<string>()
  for (let cursor = ''; ;) {
    const path = `${list.path}?limit=100${cursor}`
    const { body } = await send(asking(list, path, { as: owner }))
    const { items, next_cursor } = body as { items: { name: string }[]; next_cursor: string | null }
    for (const { name } of items) names.add(name)
    if (next_cursor === null) return names
    cursor = `&cursor=${next_cursor}`
  }
}

/** Returns every list without required parameters, as a person sees it. */
const listsOf = async (
  { contract, send }: Attack,
  as: { token: string },
  isKept?: (id: string) => boolean,
) => {
  const lists = contract.operations.filter(
    ({ method, path, isOpen, parameters, id }) =>
      method === 'GET' &&
      !isOpen &&
      !path.includes('{') &&
      !parameters.some((one) => one.required) &&
      isKept?.(id) !== false,
  )
  const seen = new Map<string, string>()
  await sideBySide(lists, async (list) => {
    const { text } = await send(asking(list, list.path, { as }))
    // cursors are encrypted differently each time
    seen.set(list.path, text.replace(/"next_cursor":"[^"]*"/, '"next_cursor":""'))
  })
  return seen
}

/** Returns the value of a JSON text, whose fields have no order, or any other text. */
const valueIn = (text = ''): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const different = (before: Map<string, string>, after: Map<string, string>) =>
  [...before]
    .filter(([path, text]) => !isDeepStrictEqual(valueIn(after.get(path)), valueIn(text)))
    .map(([path]) => path)

/**
 * Tries everything that may share with the scope `write`, field by field: others must see no more of the existing
 * resources than before, and nothing of new ones.
 */
const shareByWriting = async (owned: Owned, token: { token: string }, other: SignedIn) => {
  const { contract, mark, random, send, violated, world, things, isBrief } = owned
  const words = `${mark}unshared`
  const before = await seenBy(owned, other, things)
  const sharing = contract.operations.filter(({ effect, isOpen }) => effect === 'sharing' && !isOpen)
  let [done, refused] = [0, 0]
  await sideBySide(sharing, async (operation) => {
    const fields = operation.body ? fieldsOf(contract, operation.body) : {}
    for (const field of ['', ...Object.keys(fields)])
      for (let n = 0; n < (isBrief ? 1 : 5); n += 1) {
        const making = {
          ...owned.making,
          mark: openAnyway.includes(operation.id) ? 'plain' : words,
          isPrivate: false,
        }
        const minimal = operation.body && objectFor(making, operation.body)
        const one = operation.body && objectFor({ ...making, fullness: 1 }, operation.body)
        const body = minimal && { ...minimal, ...(field !== '' && { [field]: one?.[field] }) }
        const { path } = things.fill(operation.path, random)
        const answer = await send(asking(operation, path, { as: token, body }))
        if (answer.status < 300) done += 1
        else if (codeOf(answer) === 'auth.scope') refused += 1
      }
  })
  await world.settle()
  for (const path of different(before, await seenBy(owned, other, things)))
    violated(`a token with the scope write shows somebody else ${path}`)
  for (const [path, text] of await listsOf(owned, other))
    if (text.includes(words)) violated(`a token with the scope write shares what ${path} lists`)
  return { done, refused }
}

/**
 * Checks that a token of the widest scope gets the same responses for other people's resources as its person, also for
 * a service account.
 */
const askAsOthers = async (owned: Owned, pairs: [SignedIn, { token: string }][]) => {
  const { contract, send, violated } = owned
  const closed = contract.operations.filter(
    ({ isOpen, path, id }) => !isOpen && path.includes('{') && !sessionOnly.includes(id),
  )
  for (const [person, token] of pairs)
    await sideBySide(closed, async (operation) => {
      const sent = rightRequest(owned, operation, token)
      const mine = await send({ ...sent, as: person })
      if (mine.status < 300) return
      const answer = await send(sent)
      const isSame = answer.status === mine.status && codeOf(answer) === codeOf(mine)
      if (!isSame && codeOf(answer) !== 'auth.session_required')
        violated(`${operation.id}: a token hears ${answer.status}, its person ${mine.status}`, sent, answer)
    })
}

/** Creates a service account as an administrator, with a token of the widest scope. */
export const serviceAccount = async (attack: Attack, admin: SignedIn) => {
  const { contract, mark, send } = attack
  const create = operationOf(contract, 'users_create_user')
  const body = { name: `${mark} robot`, email: `${randomUUID()}@example.com`, type: 'service' }
  const { id } = (await send(asking(create, create.path, { as: admin, body }))).body as { id: string }
  return programToken(attack, admin, { user_id: id })
}

/** Reads with a token until it ends, then calls everything: each request after the end must return 401. */
const useUntilOver = async (owned: Owned, what: string, token: { token: string }, end: Sent) => {
  const { contract, send, violated } = owned
  const closed = contract.operations.filter(({ isOpen }) => !isOpen)
  let isOver = false
  const ask = async (operation: Operation) => {
    const beganAfter = isOver
    const sent = rightRequest(owned, operation, token)
    const answer = await send(sent)
    if (beganAfter && answer.status !== 401)
      violated(`${operation.id} with a token ${what}: ${answer.status}`, sent, answer)
  }
  const ending = send(end).then(() => {
    isOver = true
  })
  await Promise.all([
    ending,
    sideBySide(
      closed.filter(({ method }) => method === 'GET'),
      ask,
    ),
  ])
  await sideBySide(closed, ask)
}

/** Access tokens: each on every operation beyond its scope, and on other people's resources. */
export const scopes: Part = async (attack) => {
  const { contract, random, mark, note, person, violated, world } = attack
  const [owner, other] = [await person('admin', 'Olga Owner'), await person('user', 'Sam Stranger')]
  const { things } = await makeEverything(attack, owner)
  things.learn(`/api/v1/users/${other.id}`)
  const making = { contract, random, mark, idsFor: things.idsFor, fullness: 0, isPrivate: true }
  const owned: Owned = { ...attack, owner, things, making }
  const tokenOf = (scope: Scope) => programToken(attack, owner, { scopes: [scope] })
  const [read, write, full, admin] = await Promise.all([
    tokenOf('read'),
    tokenOf('write'),
    tokenOf('full'),
    tokenOf('admin'),
  ])
  const tokens = { read, write, full, admin }
  const robot = await serviceAccount(attack, owner)
  await world.settle()

  // a new group without grants
  const group = operationOf(contract, 'groups_create_group')
  const body = { name: `${mark} strangers`, member_ids: [other.id] }
  const { headers } = await attack.send(asking(group, group.path, { as: owner, body }))
  things.learn(new URL(headers['location'] ?? '', 'http://host').pathname)
  const isStill = (id: string) => !/^auth_|audit|overview/.test(id)
  const before = [await seenBy(attack, owner, things), await listsOf(attack, owner, isStill)] as const
  const tried = await askBeyond(owned, tokens)
  await world.settle()
  const after = [await seenBy(attack, owner, things), await listsOf(attack, owner, isStill)] as const
  for (const path of [...different(before[0], after[0]), ...different(before[1], after[1])])
    violated(`${path} was changed by a token whose scope does not cover that`)

  const { done, refused } = await shareByWriting(owned, tokens.write, other)
  const othersToken = await programToken(attack, other)
  await askAsOthers(owned, [
    [other, othersToken],
    [other, robot],
  ])
  const ended = await programToken(attack, owner)
  const endings: [string, { token: string }, operation: string, path: string, body?: object][] = [
    ['that was deleted', ended, 'auth_delete_access_token', `/auth/tokens/${ended.id}`],
    [
      'of an account that is off',
      robot,
      'users_update_user',
      `/users/${robot.user_id}`,
      { is_active: false },
    ],
    ['of somebody who has left', othersToken, 'users_delete_user', `/users/${other.id}`],
  ]
  for (const [what, token, id, path, body] of endings)
    await useUntilOver(
      owned,
      what,
      token,
      asking(operationOf(contract, id), `/api/v1${path}`, { as: owner, body }),
    )
  note(
    `${tried} requests beyond the scopes of their tokens; of those that share by some fields ${done} were done ` +
      `and ${refused} refused with the scope write`,
  )
}
