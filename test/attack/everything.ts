import type { SignedIn } from '../support/people.ts'
import type { Attack } from './attack.ts'
import { isCreation, type Operation } from './contract.ts'
import { asking } from './sending.ts'
import { noThings, type Things } from './things.ts'
import { objectFor } from './values.ts'

interface Wanted {
  isPrivate?: boolean
  /** Resources that existed before. */
  known?: Things
  /** Returns true for operations that create with required fields only, and without the mark. */
  plainly?: (operation: Operation) => boolean
}

interface Made {
  things: Things
  /** Failed creations with their last response. */
  failed: { operation: Operation; said: string }[]
}

/** Response of a creation with an upload link. */
interface Upload {
  upload?: { url: string; headers: Record<string, string> }
}

const putBytes = async (body: unknown, size: unknown) => {
  const { upload } = (body ?? {}) as Upload
  if (!upload) return
  const bytes = 'words '.repeat(Number(size)).slice(0, Number(size))
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes })
}

/** Functions of the assistants created here, some of each effect. */
const callable = [
  'wiki_list_spaces',
  'wiki_read_page',
  'wiki_create_page',
  'wiki_delete_page',
  'task_create_task',
  'task_update_task',
  'lms_delete_course',
  'support_create_message',
]

/** Adjustments of bodies by operation, for constraints between fields that a schema does not express. */
const together: Record<string, (body: Record<string, unknown>, known: Things) => object> = {
  assistants_create_assistant: (body) => ({ ...body, functions: callable }),
  // an assistant responds to a person who is alone with it
  chats_create_chat: (body, { idsFor }) => ({ ...body, participants: idsFor('assistant_id').slice(-1) }),
  files_create_file: (body) => ({ ...body, name: 'notes.txt', content_type: 'text/plain' }),
  wiki_create_revision: (body) => ({
    ...body,
    base_revision: undefined,
    content: body['content'] ?? '# Revised',
  }),
  lms_create_event: (body) => ({ ...body, type: 'session', end_at: undefined }),
}

/**
 * Creates one resource of every kind for a person, as private as possible. Runs all creations of the document in
 * rounds, because many need resources that others create.
 */
export const makeEverything = async (
  { contract, random, send, mark }: Attack,
  as: SignedIn,
  { isPrivate = true, known = noThings(contract), plainly = () => false }: Wanted = {},
): Promise<Made> => {
  const making = { contract, random, mark, isPrivate, idsFor: known.idsFor }
  let open = contract.operations.filter((operation) => isCreation(operation) && !operation.isOpen)
  const failed = new Map<Operation, string>()
  for (let round = 0; round < 5 && open.length > 0; round += 1) {
    const left: Operation[] = []
    for (const operation of open) {
      const { path, isKnown } = known.fill(operation.path, random)
      if (!isKnown) {
        left.push(operation)
        failed.set(operation, 'what it is made in is not there')
        continue
      }
      const isPlain = plainly(operation)
      const fullness = round === 0 && !isPlain ? 0.4 : 0
      const own = { ...making, fullness, ...(isPlain && { mark: 'plain' }) }
      const fields = operation.body && objectFor(own, operation.body)
      const body = fields && (together[operation.id]?.(fields, known) ?? fields)
      const answer = await send(asking(operation, path, { as, body }))
      if (answer.status < 300) {
        failed.delete(operation)
        known.learnFrom({ path, location: answer.headers['location'], body: answer.body })
        await putBytes(answer.body, fields?.['size'])
      } else {
        left.push(operation)
        failed.set(operation, `${answer.status} ${answer.text}`)
      }
    }
    open = left
  }
  return { things: known, failed: [...failed].map(([operation, said]) => ({ operation, said })) }
}
