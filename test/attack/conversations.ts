import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { SignedIn } from '../support/people.ts'
import type { ScriptedCall } from '../support/scripted-provider.ts'
import { sideBySide, type Attack, type Part } from './attack.ts'
import { isParameter, operationOf, type Operation } from './contract.ts'
import { makeEverything } from './everything.ts'
import { oddWord } from './oddities.ts'
import { asking, type Answer } from './sending.ts'
import { objectFor } from './values.ts'

interface Message {
  id: string
  chat_id: string
  status: string
  function_calls?: { id: string; status: string }[]
}

interface Offered {
  name: string
  operation: { method: string; path: string }
}

/** Time limit for a reply (ms). */
const patience = 45_000

/** Returns a function that calls operations by name as a person, with values for the path and a body. */
export const asker =
  ({ contract, send }: Attack, as: SignedIn) =>
  (id: string, values: Record<string, string> = {}, body?: unknown, headers?: Record<string, string>) => {
    const operation = operationOf(contract, id)
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    return send(asking(operation, path, { as, body, ...(headers && { headers }) }))
  }

export type Ask = ReturnType<typeof asker>

const placeOf = ({ id, chat_id }: Message) => ({ id: chat_id, message_id: id })

/** Returns a reply after it has ended; approves whatever it waits for. */
const settled = async (ask: Ask, violated: Attack['violated'], reply: Message): Promise<Answer> => {
  const until = performance.now() + patience
  for (;;) {
    const answer = await ask('chats_read_message', placeOf(reply))
    const { status, function_calls = [] } = (answer.body ?? {}) as Message
    const call_id = function_calls.find((call) => call.status === 'waiting')?.id
    if (status === 'requires_action')
      await ask('chats_confirm_message', placeOf(reply), { approve: true, call_id })
    else if (status !== 'pending') return answer
    if (performance.now() > until) {
      violated('a reply never comes to an end', undefined, answer)
      return answer
    }
    await sleep(100)
  }
}

/** Creates a chat with a new assistant of the caller, and with these guests. */
const talk = async (ask: Ask, functions: string[], guests: SignedIn[] = []) => {
  const assistant = (await ask('assistants_create_assistant', {}, { name: 'A helper', functions })).body as {
    id: string
  }
  const participants = [assistant, ...guests].map(({ id }) => id)
  const chat = await ask('chats_create_chat', {}, { topic: 'A talk', participants })
  return { id: (chat.body as { id: string }).id, assistant_id: assistant.id }
}

/**
 * Lets a model call functions on another person's resources for somebody. It must be able to do no more than the person
 * who asks, even if the chat and the assistant belong to that other person.
 */
const hijacked = async (attack: Attack) => {
  const { contract, random, mark, person, violated, world, note, send } = attack
  const words = `${mark}secluded`
  const [owner, stranger] = [await person('user', 'Olga Owner'), await person('user', 'Sam Stranger')]
  const own = await makeEverything({ ...attack, mark: words }, owner)
  await world.settle()
  const ask = asker(attack, stranger)
  const offered = ((await ask('functions_list_functions')).body as { items: Offered[] }).items
  const calls = offered.flatMap(({ name }): ScriptedCall[] => {
    const operation = contract.operations.find(({ id }) => id === name)
    const { path = '', isKnown } = operation ? own.things.fill(operation.path, random) : {}
    if (!operation || !isKnown) return []
    const given = path.split('/')
    const params = operation.path
      .split('/')
      .flatMap((part, i) => (isParameter(part) ? [[part.slice(1, -1), given[i]]] : []))
    const making = { contract, random, mark, idsFor: own.things.idsFor, fullness: 0 }
    const search = operation.parameters.find((one) => one.in === 'query' && /^(q|search)$/.test(one.name))
    return [
      {
        name,
        arguments: {
          ...(operation.body && objectFor(making, operation.body)),
          ...(search && { [search.name]: `${mark}s` }),
          ...Object.fromEntries(params),
        },
      },
    ]
  })
  const places = own.things.paths()
  const seen = () =>
    Promise.all(
      places.map(async (place) => {
        const reading = contract.operations.find(
          (one) => one.method === 'GET' && one.path === contract.patternOf(place),
        )
        if (!reading || reading.isOpen) return ''
        const { body, text } = await send(asking(reading, place, { as: owner }))
        return body ?? text
      }),
    )
  const before = await seen()
  const usual = world.provider.answer
  const from = world.provider.requests.length
  world.provider.answer = ({ body: { messages } }) => {
    const last = messages.at(-1)
    const at = Number(/batch (\d+)/.exec(last?.role === 'user' ? String(last.content) : '')?.[1] ?? NaN)
    return Number.isNaN(at) ? { pieces: ['Done.'] } : { calls: calls.slice(at, at + 6) }
  }
  const functions = calls.map(({ name }) => name).slice(0, 64)
  const host = asker(attack, owner)
  const chats = [await talk(host, functions, [stranger]), await talk(host, functions, [stranger])]
  const batches = Array.from({ length: Math.ceil(calls.length / 6) }, (_, n) => n * 6)
  let made = 0
  const take = async ({ id, assistant_id }: (typeof chats)[number]) => {
    for (let at = batches.shift(); at !== undefined; at = batches.shift()) {
      const posted = await ask(
        'chats_create_message',
        { id },
        { text: `This is batch ${at}.`, mentions: [assistant_id] },
      )
      const [reply] = (posted.body as { replies: Message[] }).replies
      if (!reply) return violated('an assistant does not answer', undefined, posted)
      const answer = await settled(ask, violated, reply)
      made += (answer.body as { function_calls: object[] }).function_calls.length
      if (answer.text.includes(words)) violated('an assistant shows somebody else’s words', undefined, answer)
    }
  }
  await Promise.all(chats.map(take))
  // a model may only get what the asker may read, because its provider gets it too
  const told = world.provider.requests
    .slice(from)
    .map(({ body }) => JSON.stringify(body.messages.filter(({ role }) => role !== 'assistant')))
  const leak = told.find((text) => text.includes(words))
  if (leak)
    violated(
      `a model was told somebody else’s words: ${leak.slice(Math.max(0, leak.indexOf(words) - 300)).slice(0, 600)}`,
    )
  await world.settle()
  // the table keeps no order of map entries
  for (const [index, now] of (await seen()).entries())
    if (!isDeepStrictEqual(now, before[index]))
      violated(
        `${places[index]} was changed by an assistant: ${JSON.stringify(before[index])} is now ${JSON.stringify(now)}`,
      )
  if (made < calls.length) violated(`an assistant has made ${made} calls and not ${calls.length}`)
  note(`${made} calls of ${calls.length} functions for a stranger`)
  world.provider.answer = usual
}

const kinds = ['chats_cancel_message', 'chats_retry_message', 'chats_confirm_message'] as const

/** Talks with an erratic model while everybody present cancels, retries and confirms at any time. */
const restless = async (attack: Attack) => {
  const { random, person, violated, note, requests, contract } = attack
  const [owner, guest, outsider] = [await person(), await person(), await person('admin')]
  const ask = asker(attack, owner)
  const functions = contract.operations
    .filter(({ id }: Operation) => /^(wiki|task|support|lms)_/.test(id))
    .map(({ id }) => id)
  const offered = ((await ask('functions_list_functions')).body as { items: Offered[] }).items.map(
    ({ name }) => name,
  )
  const callable = functions.filter((name) => offered.includes(name)).slice(0, 64)
  const ends = new Map<string, number>()
  const count = Math.max(8, Math.min(100, Math.round(requests / 100)))
  await sideBySide(
    Array(4).keys(),
    async () => {
      const { id } = await talk(ask, callable)
      for (let n = 0; n < count / 4; n += 1) {
        const text = oddWord(random).toWellFormed().slice(0, 20_000).trim() || 'words'
        const headers = random.chance(0.4) ? { Accept: 'text/event-stream' } : undefined
        const posted = ask('chats_create_message', { id }, { text, data: { odd: oddWord(random) } }, headers)
        const answer = await posted
        const body = answer.body as { replies?: Message[] } | undefined
        const shown = /"replies":\[\{"id":"([^"]+)"/.exec(answer.text)?.[1]
        const reply =
          body?.replies?.[0] ??
          (shown === undefined ? undefined : { id: shown, chat_id: id, status: 'pending' })
        if (!reply) continue
        for (let k = random.below(4); k > 0; k -= 1) {
          const as = random.pick([ask, ask, asker(attack, guest), asker(attack, outsider)])
          const kind = random.pick(kinds)
          await as(
            kind,
            placeOf(reply),
            kind === 'chats_confirm_message' ? { approve: random.chance(0.5) } : undefined,
          )
        }
        const { status } = ((await settled(ask, violated, reply)).body ?? {}) as Message
        ends.set(status, (ends.get(status) ?? 0) + 1)
      }
    },
    4,
  )
  note(
    `replies of a model that is out of its mind: ${[...ends].map(([status, n]) => `${n} ${status}`).join(', ')}`,
  )
}

/** Assistants with hostile models: one that tries every function for a stranger, and an erratic one. */
export const conversations: Part = async (attack) => {
  await hijacked(attack)
  await restless(attack)
}
