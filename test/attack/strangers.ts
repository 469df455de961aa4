import type { SignedIn } from '../support/people.ts'
import { sideBySide, type Attack, type Part } from './attack.ts'
import { operationOf } from './contract.ts'
import { asking } from './sending.ts'
import { trespass } from './trespass.ts'

/** Checks that an agent who is the requester of a ticket sees no trace of its internal messages. */
const internalWords = async (attack: Attack, requester: SignedIn, agent: SignedIn) => {
  const { contract, mark, send, violated, world } = attack
  const [create, write] = [
    operationOf(contract, 'support_create_ticket'),
    operationOf(contract, 'support_create_message'),
  ]
  const words = `${mark}internal${requester.role}`
  const { body } = await send(
    asking(create, create.path, { as: requester, body: { subject: 'The printer' } }),
  )
  const ticket = body as { id: string }
  const read = asking(operationOf(contract, 'support_read_ticket'), `/api/v1/support/tickets/${ticket.id}`, {
    as: requester,
  })
  const before = (await send(read)).text
  for (const fields of [{ is_internal: true }, { is_internal: true, attachments: [] }])
    await send(
      asking(write, write.path, { as: agent, body: { ticket_id: ticket.id, text: words, ...fields } }),
    )
  await world.settle()
  const after = await send(read)
  if (after.text !== before)
    violated(`a requester sees by their ticket that there are internal messages`, read, after)
  const looks = contract.operations
    .filter(({ method, path, isOpen }) => method === 'GET' && !isOpen && !path.includes('{'))
    .flatMap(({ parameters, ...operation }) => {
      const queries = [
        '',
        ...['q', 'search']
          .filter((name) => parameters.some((one) => one.name === name))
          .map((name) => `?${name}=${words}`),
        ...(operation.id === 'support_list_messages' ? [`?ticket_id=${ticket.id}`] : []),
      ]
      return queries.map((query) =>
        asking({ ...operation, parameters }, `${operation.path}${query}`, { as: requester }),
      )
    })
  await sideBySide(looks, async (sent) => {
    const answer = await send(sent)
    if (answer.text.includes(words))
      violated(`${sent.operation?.id} shows a requester internal words`, sent, answer)
  })
}

/** People with the same role. */
export const strangers: Part = async (attack) => {
  const { person, mark } = attack
  const [owner, stranger] = [await person('user', 'Olga Owner'), await person('user', 'Sam Stranger')]
  await trespass(attack, { owner, stranger, words: `${mark}owner` })
}

/** Returns true for resources that administrators may not read either: chats and notifications. */
const isPersonal = (place: string) => /^\/api\/v1\/(chats|lms\/notifications)\//.test(place)

/** Returns false for resources that agents may read: tickets, and events of an administrator for everybody. */
const isOfAgents = (place: string) => !/^\/api\/v1\/(support|lms\/events)\//.test(place)

/**
 * People with more permissions: agents at resources of other agents and administrators, administrators at private
 * resources of people. An agent is a requester on their own ticket.
 */
export const superiors: Part = async (attack) => {
  const { person, mark } = attack
  const agent = await person('support_agent', 'Sam Stranger')
  const [colleague, admin] = [
    await person('support_agent', 'Olga Owner'),
    await person('admin', 'Olga Owner'),
  ]
  const [maxIds, isShallow] = [3, attack.isBrief]
  await trespass(attack, {
    owner: colleague,
    stranger: agent,
    isClosed: isOfAgents,
    words: `${mark}colleague`,
    maxIds,
    isShallow,
  })
  await trespass(attack, {
    owner: admin,
    stranger: agent,
    isClosed: isOfAgents,
    words: `${mark}admin`,
    maxIds,
  })
  const user = await person('user', 'Una User')
  await trespass(attack, {
    owner: user,
    stranger: admin,
    isClosed: isPersonal,
    words: `${mark}user`,
    maxIds,
    isShallow,
  })
  for (const requester of [agent, admin]) await internalWords(attack, requester, colleague)
}
