import type { SignedIn } from '../support/people.ts'
import type { Attack, Part } from './attack.ts'
import { operationOf } from './contract.ts'
import { asking } from './sending.ts'
import { noThings, type Things } from './things.ts'
import { trespass } from './trespass.ts'

interface File {
  id: string
}

/** A resource that is shared with a person, and the end of the share. */
interface Share {
  create: [operation: string, body: object]
  /** Content of the resource, created by an operation with the resource in its path or in this field. */
  inside?: [operation: string, body: object, field?: string]
  end: [operation: string, body: object]
}

const sharesWith = ({ id: user_id }: SignedIn, words: string, file: File): Share[] => [
  {
    create: [
      'wiki_create_space',
      { name: words, visibility: 'private', members: [{ user_id, permission: 'write' }] },
    ],
    inside: ['wiki_create_page', { title: words, content: words }, 'space_id'],
    end: ['wiki_update_space', { members: [] }],
  },
  {
    create: [
      'task_create_project',
      { name: words, visibility: 'private', members: [{ user_id, role: 'member' }] },
    ],
    inside: ['task_create_task', { title: words }],
    end: ['task_update_project', { members: [] }],
  },
  {
    create: [
      'assistants_create_assistant',
      { name: words, visibility: 'shared', grants: [{ user_id, permission: 'edit' }] },
    ],
    end: ['assistants_update_assistant', { grants: [] }],
  },
  {
    create: ['chats_create_chat', { topic: words, participants: [user_id] }],
    inside: ['chats_create_message', { text: words, attachments: [file.id] }],
    end: ['chats_update_chat', { participants: [] }],
  },
]

const asker =
  ({ contract, send, violated }: Attack) =>
  async (id: string, place: string, as: SignedIn, body?: object) => {
    const operation = operationOf(contract, id)
    const isWhole = contract.patternOf(place) === operation.path
    const path = isWhole
      ? place
      : !operation.path.includes('{')
        ? operation.path
        : operation.path.replace(/^.*?\}/, place)
    const sent = asking(operation, path, { as, body })
    const answer = await send(sent)
    if (answer.status >= 300) violated(`${id} is to succeed: ${answer.status}`, sent, answer)
    return { path, answer }
  }

const uploaded = async (attack: Attack, as: SignedIn, words: string) => {
  const { answer } = await asker(attack)('files_create_file', '', as, { name: `${words}.txt`, size: 5 })
  const { file, upload } = answer.body as {
    file: File
    upload: { url: string; headers: Record<string, string> }
  }
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: 'words' })
  return file
}

/** Requests of an editor, by the operations that accept its token. */
const editing: [operation: string, override: string][] = [
  ['wopi_check_file_info', ''],
  ['wopi_head_file', ''],
  ['wopi_read_contents', ''],
  ['wopi_save_contents', 'PUT'],
  ...[
    'LOCK',
    'GET_LOCK',
    'REFRESH_LOCK',
    'UNLOCK',
    'PUT_RELATIVE',
    'RENAME_FILE',
    'DELETE',
    'PUT_USER_INFO',
  ].map((override): [string, string] => ['wopi_operate_file', override]),
]

/** Sends every editor request with a token of another file or person, or without a permission. */
const editWith = async (
  { contract, send, violated }: Attack,
  what: string,
  token: string,
  { id }: File,
  statuses = [401],
) => {
  for (const [name, override] of editing) {
    const operation = operationOf(contract, name)
    const headers = {
      'X-WOPI-Override': override,
      'X-WOPI-Lock': 'a lock',
      'X-WOPI-SuggestedTarget': '.txt',
      'X-WOPI-RequestedName': 'other',
    }
    const sent = {
      ...asking(operation, `${operation.path.replace('{id}', id)}?access_token=${token}`, { headers }),
      body: override === 'PUT' ? 'other' : undefined,
    }
    const answer = await send(sent)
    if (!statuses.includes(answer.status))
      violated(`${name} ${override} with ${what}: ${answer.status}`, sent, answer)
  }
}

/**
 * Checks permissions that end: those of former participants, and those of editor tokens, which open one file for one
 * person as long as that person may open it.
 */
export const shares: Part = async (attack) => {
  const { contract, mark, person, send, violated, world, note } = attack
  const words = `${mark}shared`
  const [owner, guest] = [await person('user', 'Olga Owner'), await person('user', 'Gert Guest')]
  const ask = asker(attack)
  const [attached, granted, other] = [
    await uploaded(attack, owner, words),
    await uploaded(attack, owner, words),
    await uploaded(attack, owner, words),
  ]
  const things: Things = noThings(contract)
  const grant = (...grants: object[]) =>
    ask('files_update_file', `/api/v1/files/${granted.id}`, owner, { grants })
  await grant({ user_id: guest.id, permission: 'write' })
  const ends: (() => Promise<unknown>)[] = [() => grant()]
  for (const { create, inside, end } of sharesWith(guest, words, attached)) {
    const made = await ask(create[0], '', owner, create[1])
    const { id } = made.answer.body as { id: string }
    const place = new URL(made.answer.headers['location'] ?? '', 'http://host').pathname
    things.learn(place)
    if (inside) {
      const put = await ask(inside[0], place, owner, { ...inside[1], ...(inside[2] && { [inside[2]]: id }) })
      things.learnFrom({ ...put, location: put.answer.headers['location'], body: put.answer.body })
    }
    ends.push(() => ask(end[0], place, owner, end[1]))
  }
  for (const { id } of [attached, granted]) things.learn(`/api/v1/files/${id}`)
  await world.settle()

  const tokenOf = async (as: SignedIn, { id }: File) => {
    const { answer } = await ask('wopi_create_token', `/api/v1/files/${id}`.replace('/v1/', '/v1/wopi/'), as)
    return (answer.body as { access_token: string }).access_token
  }
  const tokens = {
    owner: await tokenOf(owner, other),
    attached: await tokenOf(guest, attached),
    granted: await tokenOf(guest, granted),
  }
  // the guest must have been able to read everything, otherwise a later refusal proves nothing
  const reading = contract.operations.filter(({ method, isOpen }) => method === 'GET' && !isOpen)
  for (const path of things.paths()) {
    const operation = reading.find((one) => one.path === contract.patternOf(path))
    if (operation) await ask(operation.id, path, guest)
  }
  const info = operationOf(contract, 'wopi_check_file_info')
  for (const [file, token] of [
    [attached, tokens.attached],
    [granted, tokens.granted],
    [other, tokens.owner],
  ] as const) {
    const sent = asking(info, `${info.path.replace('{id}', file.id)}?access_token=${token}`)
    const answer = await send(sent)
    if (answer.status !== 200)
      violated(`the token of a file does not open it: ${answer.status}`, sent, answer)
  }
  await editWith(attack, 'the token of another file of theirs', tokens.owner, granted)
  await editWith(attack, 'somebody else’s token of another file', tokens.granted, other)
  await editWith(attack, 'a token at an id of nothing', tokens.owner, { id: attack.random.uuid() })

  await grant({ user_id: guest.id, permission: 'read' })
  const changing = ['wopi_save_contents', 'wopi_operate_file']
  await editWith(
    attack,
    'a token of somebody who may only read by now',
    tokens.granted,
    granted,
    [200, 404, 409, 501],
  )
  const stored = await ask('files_read_file', `/api/v1/files/${granted.id}`, owner)
  if (
    (stored.answer.body as { name: string }).name !== `${words}.txt` ||
    (stored.answer.body as { size: number }).size !== 5
  )
    violated(`a reader has changed a file by ${changing.join(' or ')}`, undefined, stored.answer)

  for (const end of ends) await end()
  await editWith(attack, 'a token of somebody whose grant was taken away', tokens.granted, granted)
  await editWith(attack, 'a token of somebody who is out of the chat', tokens.attached, attached)
  note(
    `${things.paths().length} things that somebody had a part in, ${editing.length} requests of editors ` +
      'with each of 6 tokens',
  )
  await trespass(attack, { owner, stranger: guest, words, things, maxIds: 3 })
}
