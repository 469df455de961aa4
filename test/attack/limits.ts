import type { SignedIn } from '../support/people.ts'
import type { Attack, Part } from './attack.ts'
import { operationOf } from './contract.ts'
import { asker, type Ask } from './conversations.ts'
import { uploaded } from './files.ts'
import { asking, type Answer } from './sending.ts'

/** Settings of the attacked service that are far above what the other parts use. */
export const attackedLimits = { LIMIT_STORAGE_GB: '100', LIMIT_REPLIES: '40' }

const racers = 50

const fileBytes = 5_000_000_000

/** A request that a limit counts: its `n`th repetition, and the number of repetitions that the limit allows. */
interface Race {
  limit: string
  allowed: number
  status: 429 | 413
  request: (n: number) => Promise<Answer>
}

const idOf = ({ body }: Answer) => (body as { id: string }).id

const storageRace = (ask: Ask): Race => ({
  limit: 'LIMIT_STORAGE_GB',
  allowed: (Number(attackedLimits.LIMIT_STORAGE_GB) * 1e9) / fileBytes,
  status: 413,
  request: (n) => ask('files_create_file', {}, { name: `${n}.bin`, size: fileBytes }),
})

const replyRace = async (ask: Ask): Promise<Race> => {
  const assistant = idOf(await ask('assistants_create_assistant', {}, { name: 'A helper' }))
  const talk = { topic: 'A talk', participants: [assistant] }
  const chats: string[] = []
  for (let n = 0; n < racers; n += 1) chats.push(idOf(await ask('chats_create_chat', {}, talk)))
  return {
    limit: 'LIMIT_REPLIES',
    allowed: Number(attackedLimits.LIMIT_REPLIES),
    status: 429,
    request: (n) => ask('chats_create_message', { id: chats[n] ?? '' }, { text: 'Which day is it?' }),
  }
}

const courseRace = async (attack: Attack, author: SignedIn): Promise<Race> => {
  const files: string[] = []
  for (let n = 0; n < racers; n += 1)
    files.push(await uploaded(attack, author, `${n}.md`, Buffer.from(`# Page ${n}\n\nWords.\n`)))
  return {
    limit: 'LIMIT_GENERATING',
    allowed: 3,
    status: 429,
    request: (n) => asker(attack, author)('lms_create_course_from_file', {}, { file_id: files[n] }),
  }
}

const jobRace = async ({ contract, person, send }: Attack, as: SignedIn): Promise<Race> => {
  const people: SignedIn[] = []
  for (let n = 0; n < racers; n += 1) people.push(await person())
  return {
    limit: 'LIMIT_JOBS',
    allowed: 3,
    status: 429,
    request: (n) =>
      send(
        asking(operationOf(contract, 'users_delete_user'), `/api/v1/users/${people[n]?.id}?erase=true`, {
          as,
        }),
      ),
  }
}

/**
 * Checks that 50 concurrent requests of one person never pass a limit by one, and that each refusal names the limit. A
 * course or a job that ends during the race makes room for another.
 */
export const limits: Part = async (attack) => {
  const { world, violated, note, person } = attack
  const [ada, author, admin] = [await person(), await person(), await person('admin')]
  const ask = asker(attack, ada)
  const races = [
    () => storageRace(ask),
    () => replyRace(ask),
    () => courseRace(attack, author),
    () => jobRace(attack, admin),
  ]
  for (const prepare of races) {
    const { limit, allowed, status, request } = await prepare()
    // the consequences of hundreds of requests beside a race keep the emulators from answering in time
    await world.settle()
    const answers = await Promise.all(Array.from({ length: racers }, (_, n) => request(n)))
    const accepted = answers.filter((answer) => answer.status < 300).length
    const refused = answers.filter((answer) => answer.status === status)
    note(`${limit}: ${accepted} of ${racers} concurrent requests accepted, ${refused.length} refused`)
    const mayEnd = limit === 'LIMIT_GENERATING' || limit === 'LIMIT_JOBS'
    if (accepted < allowed || (accepted > allowed && !mayEnd) || accepted + refused.length < racers)
      violated(`${limit}: ${accepted} accepted instead of ${allowed}`)
    const silent = refused.find(
      ({ text, headers }) => !text.includes(limit) || (status === 429 && !headers['retry-after']),
    )
    if (silent) violated(`${limit}: a refusal does not name it`, undefined, silent)
  }
}
