import { sessions } from '../../src/platform/identity/session.ts'
import { users } from '../../src/platform/identity/user.ts'
import { sideBySide, type Attack, type Part } from './attack.ts'
import type { Operation } from './contract.ts'
import { makeEverything } from './everything.ts'
import { forgeriesOf } from './forgeries.ts'
import { asking } from './sending.ts'
import type { Things } from './things.ts'
import { objectFor } from './values.ts'

const find = ({ contract }: Attack, id: string) =>
  contract.operations.find((operation) => operation.id === id) as Operation

/** Creates an access token, by default with all permissions of its person. */
export const programToken = async (attack: Attack, as: { token: string }, fields: object = {}) => {
  const body = { name: 'Report', scopes: ['admin'], ...fields }
  const answer = await attack.send(
    asking(find(attack, 'auth_create_access_token'), '/api/v1/auth/tokens', { as, body }),
  )
  return answer.body as { id: string; user_id: string; token: string }
}

/** Returns tokens that were valid before, by the event that ended them. */
const endedOf = async (attack: Attack): Promise<Record<string, string>> => {
  const { send, person, contract } = attack
  const [leaver, refreshed, dismissed, renewed, removed] = await Promise.all([
    person(),
    person(),
    person(),
    person(),
    person(),
  ])
  const admin = await person('admin')
  const [deleted, ended] = await Promise.all([admin, dismissed].map((as) => programToken(attack, as)))
  const program = `/api/v1/auth/tokens/${deleted?.id}`
  await send(asking(find(attack, 'auth_delete_access_token'), program, { as: admin }))
  await send(asking(find(attack, 'auth_logout'), '/api/v1/auth/logout', { as: leaver }))
  await send(asking(find(attack, 'auth_refresh'), '/api/v1/auth/refresh', { as: refreshed }))
  const change = contract.operations.find(({ id }) => id === 'users_update_user') as Operation
  const update = (id: string, body: object) =>
    send(asking(change, `/api/v1/users/${id}`, { as: admin, body }))
  await update(dismissed.id, { is_active: false })
  await update(renewed.id, { password: 'another long password' })
  const [, payload = ''] = removed.token.split('.')
  const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string }
  await sessions.remove({ user_id: removed.id, id: jti })
  const gone = await person()
  await users.remove({ id: gone.id })
  return {
    'logged out': leaver.token,
    refreshed: refreshed.token,
    'a person who was dismissed': dismissed.token,
    'a password that was changed': renewed.token,
    'a program whose token was deleted': String(deleted?.token),
    'a program of a person who was dismissed': String(ended?.token),
    'a session that was removed': removed.token,
    'a person who is gone': gone.token,
  }
}

/** Returns all resources of a person that can be read by path, as `as` sees them. */
export const seenBy = async ({ contract, send }: Attack, as: { token: string }, things: Things) => {
  const seen = new Map<string, string>()
  await sideBySide(things.paths(), async (path) => {
    const pattern = contract.patternOf(path)
    // a job changes by itself
    if (path.startsWith('/api/v1/jobs/')) return
    const reading = contract.operations.find((one) => one.method === 'GET' && one.path === pattern)
    if (reading && !reading.isOpen) seen.set(path, (await send(asking(reading, path, { as }))).text)
  })
  return seen
}

export const wopiToken = async (attack: Attack, as: { token: string }, path: string) => {
  const id = path.split('/').at(-1) as string
  const answer = await attack.send(
    asking(find(attack, 'wopi_create_token'), `/api/v1/wopi/files/${id}/token`, { as }),
  )
  return { id, token: (answer.body as { access_token: string }).access_token }
}

/** Returns true for operations that accept another secret than an access token. */
const isByQuery = ({ isOpen, parameters }: Operation) =>
  isOpen && parameters.some(({ in: place, name }) => place === 'query' && /token|secret/.test(name))

/**
 * Calls every operation with every invalid token, for existing resources and with valid bodies: each must return 401,
 * and the resources must not change.
 */
export const tokens: Part = async (attack) => {
  const { contract, random, mark, send, violated, note, world, person, isBrief } = attack
  const owner = await person()
  const { things, failed } = await makeEverything(attack, owner)
  const file = things.paths().find((path) => /\/api\/v1\/files\/[^/]+$/.test(path)) as string
  const editor = await wopiToken(attack, owner, file)
  things.learn(`/api/v1/wopi/files/${editor.id}`)
  await world.settle()
  const before = await seenBy(attack, owner, things)

  const { control, forged } = await forgeriesOf(owner.token, world.keys.session)
  const me = asking(find(attack, 'auth_read_me'), '/api/v1/auth/me', { as: { token: control } })
  const answer = await send(me)
  if (answer.status !== 200) violated(`a good token that was made here is none: ${answer.status}`, me, answer)
  const bad: Record<string, string | undefined> = {
    ...forged,
    ...(await endedOf(attack)),
    'a token of the editor': editor.token,
    nothing: '',
    'an odd character': 'ü',
  }
  const closed = contract.operations.filter(({ isOpen }) => !isOpen)
  const all = closed.flatMap((operation) =>
    Object.entries(bad).map(([name, token]) => ({ operation, name, token })),
  )
  // each operation gets some of the tokens, and each token some of the operations
  const tries = all.filter(() => !isBrief || random.chance(0.15))
  await sideBySide(tries, async ({ operation, name, token }) => {
    const { path } = things.fill(operation.path, random)
    const making = { contract, random, mark, idsFor: things.idsFor, fullness: 0 }
    const body = operation.body && objectFor(making, operation.body)
    const request = asking(operation, path, { body, headers: { Authorization: `Bearer ${token}` } })
    const answer = await send(request)
    if (answer.status !== 401) violated(`${operation.id} with ${name}: ${answer.status}`, request, answer)
  })
  for (const [header, value] of [
    ['Basic', 'dXNlcjpwYXNz'],
    ['Bearer', ''],
    ['', owner.token],
    ['Token', owner.token],
  ])
    await sideBySide(closed, async (operation) => {
      const { path } = things.fill(operation.path, random)
      const request = asking(operation, path, { headers: { Authorization: `${header} ${value}`.trim() } })
      const answer = await send(request)
      if (answer.status !== 401) violated(`${operation.id} by ${header}: ${answer.status}`, request, answer)
    })

  const { forged: ofEditor } = await forgeriesOf(editor.token, world.keys.wopi)
  const foreign = { ...ofEditor, 'an access token': owner.token, nothing: '' }
  // open editor operations only verify the token itself, and know no sessions
  const sessionless = ['a session that never was']
  const open = contract.operations.filter(isByQuery)
  await sideBySide(open, async (operation) => {
    const { path } = things.fill(operation.path, random)
    const override = operation.path.endsWith('/contents') ? 'PUT' : 'LOCK'
    const headers = { 'X-WOPI-Override': override, 'X-WOPI-Lock': 'a lock' }
    for (const [name, token] of Object.entries(foreign)) {
      if (sessionless.includes(name)) continue
      const parameter = operation.parameters.find((one) => one.in === 'query')?.name
      const request = asking(operation, `${path}?${parameter}=${encodeURIComponent(token)}`, { headers })
      const answer = await send(request)
      // a mail link reports its flaw; any other 422 is about a length
      const isNamed = operation.id.includes('unsubscribe')
      const refused =
        [401, 404].includes(answer.status) || (answer.status === 422 && (isNamed || token.length > 200))
      if (!refused) violated(`${operation.id} with ${name}: ${answer.status}`, request, answer)
    }
  })

  note(
    `could not be made: ${failed.map(({ operation, said }) => `${operation.id} (${said.slice(0, 120)})`).join(', ')}`,
  )
  const after = await seenBy(attack, owner, things)
  for (const [path, text] of before)
    if (after.get(path) !== text) violated(`${path} was changed: ${text} is now ${after.get(path)}`)
  note(
    `${tries.length} pairs of ${Object.keys(bad).length} bad tokens and ${closed.length} ` +
      `operations, ${Object.keys(foreign).length} on each of ${open.length} that have a secret of their own`,
  )
}
