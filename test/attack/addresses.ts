import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readDiscovery } from '../../src/wopi/endpoints/read-discovery.ts'
import { call } from '../support/call.ts'
import { configureEditor } from '../support/editing-server.ts'
import { sideBySide, type Attack, type Part } from './attack.ts'
import { operationOf, type Contract, type Operation } from './contract.ts'
import { disguises } from './disguises.ts'
import type { Schema } from '../support/json-schema.ts'
import { makeEverything } from './everything.ts'
import { asking } from './sending.ts'
import type { Things } from './things.ts'
import { startTrap, type Trap } from './trap.ts'
import { objectFor } from './values.ts'

/** Returns a text with the URL in every place from which readers of Markdown and HTML might load something. */
const wordsWith = (url: string) =>
  `${url}\n\n![image](${url}/image.png) [link](${url}) <img src="${url}/a.png"> ` +
  `<link rel="stylesheet" href="${url}/a.css">\n\n[ref]: ${url} "title"\n\n<iframe src="${url}">` +
  `</iframe>\n`

const texts = ({ resolved }: Contract, body: Schema | undefined) =>
  Object.entries((body && resolved(body).properties) ?? {}).filter(([, part]) => {
    const schema = resolved(part)
    const kinds = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? [])
    return !schema.readOnly && kinds.includes('string') && !schema.enum && schema.format !== 'uuid'
  })

/** Sends the URL in every text field of every body, and in every text of a query. */
const inFields = async ({ contract, random, mark, send, person }: Attack, things: Things, trap: Trap) => {
  const as = await person('admin')
  const making = { contract, random, mark, idsFor: things.idsFor, fullness: 0 }
  const given = disguises(trap)
  let tried = 0
  await sideBySide(contract.operations, async (operation) => {
    const { path } = things.fill(operation.path, random)
    for (const [name, schema] of texts(contract, operation.body)) {
      const isShort = (schema.maxLength ?? Infinity) < 1_000 || schema.format === 'uri'
      const values = isShort ? [random.pick(given)] : [wordsWith(trap.url)]
      for (const value of [...values, ...(schema.format === 'uri' ? given : [])]) {
        tried += 1
        const body = {
          ...objectFor(making, operation.body as Schema),
          [name]: value.slice(0, schema.maxLength),
        }
        await send(asking(operation, path, { as, body }))
      }
    }
    for (const { name, in: place } of operation.parameters)
      if (place === 'query' && operation.method !== 'DELETE') {
        tried += 1
        await send(asking(operation, `${path}?${name}=${encodeURIComponent(random.pick(given))}`, { as }))
      }
  })
  return tried
}

/** Sends forwarding headers of proxies, and a token that names a URL of its key; links must still be ours. */
const inHeaders = async ({ contract, send, violated, person }: Attack, trap: Trap) => {
  const host = `127.0.0.1:${trap.port}`
  const as = await person()
  const [head = '', payload, signature] = as.token.split('.')
  const own = JSON.parse(Buffer.from(head, 'base64url').toString()) as object
  const lured = Buffer.from(
    JSON.stringify({
      ...own,
      jku: `${trap.url}/jwks.json`,
      x5u: `${trap.url}/a.pem`,
      kid: `${trap.url}/kid`,
    }),
  ).toString('base64url')
  const luring = {
    'X-Forwarded-Host': host,
    Forwarded: `host=${host};proto=http`,
    'X-Forwarded-Proto': 'gopher',
    'X-Forwarded-Port': String(trap.port),
    'X-Original-URL': trap.url,
    Referer: trap.url,
    'X-WOPI-SessionContext': trap.url,
    'X-WOPI-Proof': trap.url,
    'X-WOPI-ProofOld': trap.url,
  }
  const ask = async (
    operation: Operation,
    headers: Record<string, string>,
    body?: object,
    by: typeof as | undefined = as,
  ) => {
    const sent = asking(operation, operation.path, { as: by, body, headers: { ...luring, ...headers } })
    const answer = await send(sent)
    if (`${answer.text} ${answer.headers['location']}`.includes(host))
      violated(`${operation.id} makes links as a header says`, sent, answer)
    return answer
  }
  const me = operationOf(contract, 'auth_read_me')
  const refused = await send(
    asking(me, me.path, { headers: { Authorization: `Bearer ${lured}.${payload}.${signature}` } }),
  )
  if (refused.status !== 401) violated(`a token that says where its key is: ${refused.status}`)
  const made: [string, object?][] = [
    ['files_create_file', { name: 'a.txt', size: 5 }],
    ['lms_create_event_feed'],
    ['wiki_create_space', { name: 'A space' }],
    ['wopi_read_discovery'],
  ]
  for (const [id, body] of made) await ask(operationOf(contract, id), {}, body)
  for (const [id, body] of made) await ask(operationOf(contract, id), { Host: host }, body)
}

/** Returns the status of our discovery with this editing server, in this process; discards the log output. */
const discoveryWith = async (url: string, isPrivate: boolean) => {
  configureEditor(url, isPrivate)
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = () => true
  try {
    return (await call(readDiscovery, {})).status
  } finally {
    process.stdout.write = write
    configureEditor(undefined)
  }
}

/** Checks that an editing server with a private address is not requested, and that its redirects are not followed. */
const asEditor = async ({ violated }: Attack, trap: Trap) => {
  const before = trap.visits.length
  for (const url of disguises(trap)) {
    const status = await discoveryWith(url, false)
    if (status !== 503) violated(`an editing server at ${url} that may not be private: ${status}`)
  }
  if (trap.visits.length > before) violated('an editing server with a private address was asked')
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    if (asked === 1) response.writeHead(302, { Location: `${trap.url}/hosting/discovery` }).end()
    else
      response.end(
        `<?xml version="1.0"?><!DOCTYPE d SYSTEM "${trap.url}/d.dtd" [<!ENTITY x SYSTEM "${trap.url}/x">]>` +
          '<wopi-discovery>&x;</wopi-discovery>',
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // each name counts as a separate server, requested once
  for (const host of ['127.0.0.1', 'localhost']) {
    const status = await discoveryWith(`http://${host}:${port}`, true)
    if (status !== 503) violated(`an editing server that leads elsewhere: ${status}`)
  }
  server.close()
  server.closeAllConnections()
  if (asked < 2) violated(`the editing server was asked ${asked} times and not twice`)
}

/** Checks that a redirect of a model provider is not followed. */
const asProvider = async (attack: Attack, trap: Trap) => {
  const { contract, world, send, violated, person } = attack
  const usual = world.provider.answer
  world.provider.answer = () => ({ failure: 307, location: `${trap.url}/v1/chat/completions` })
  const as = await person()
  const ask = (id: string, path: string, body: object) =>
    send(asking(operationOf(contract, id), path, { as, body }))
  const assistant = (await ask('assistants_create_assistant', '/api/v1/assistants/create', { name: 'A' }))
    .body as { id: string }
  const chat = (await ask('chats_create_chat', '/api/v1/chats', { topic: 'A', participants: [assistant.id] }))
    .body as { id: string }
  const asked = world.provider.requests.length
  await ask('chats_create_message', `/api/v1/chats/${chat.id}/message`, {
    text: `What is ${wordsWith(trap.url)}`,
  })
  await world.settle()
  if (world.provider.requests.length === asked) violated('the model was not asked')
  world.provider.answer = usual
}

/**
 * Addresses given by people, editing servers and providers: the service must never request them, and its links must
 * never lead there.
 */
export const addresses: Part = async (attack) => {
  const { contract, person, violated, note, world } = attack
  const trap = await startTrap()
  const owner = await person('admin')
  const { things } = await makeEverything(attack, owner)
  const tried = await inFields(attack, things, trap)
  await inHeaders(attack, trap)
  await world.settle()
  const soFar = trap.visits.length
  if (soFar > 0) violated(`a field or a header made the service come to the trap: ${trap.visits.join(', ')}`)
  await asEditor(attack, trap)
  const until = trap.visits.length
  await asProvider(attack, trap)
  if (trap.visits.length > until)
    violated(`a provider has sent the service to the trap: ${trap.visits.slice(until).join(', ')}`)
  trap.stop()
  note(
    `the address of a trap in ${tried} fields of ${contract.operations.length} ` +
      `operations; ${trap.visits.length} visits`,
  )
}
