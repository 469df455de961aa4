import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sideBySide, type Attack, type Part } from './attack.ts'
import { badFiles } from './bad-files.ts'
import type { Operation } from './contract.ts'
import { asking } from './sending.ts'
import { startTrap } from './trap.ts'

interface Course {
  status: string
  generation: { status: string; error: string | null }
}

/** Time limit for one file (ms). */
const patience = 120_000

/** Maximum growth of the service's memory over all files (bytes); unpacked, one of them alone has 260 MB. */
const maxGrowthBytes = 400 * 1_048_576

/** Uploads a file of a person; returns its ID. */
export const uploaded = async (
  { contract, send, violated }: Attack,
  as: { token: string },
  name: string,
  bytes: Uint8Array,
) => {
  const create = contract.operations.find(({ id }) => id === 'files_create_file') as Operation
  const { body } = await send(asking(create, '/api/v1/files', { as, body: { name, size: bytes.length } }))
  const { file, upload } = body as {
    file: { id: string }
    upload: { url: string; headers: Record<string, string> }
  }
  const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) })
  if (!put.ok) violated(`${name} did not arrive: ${put.status}`)
  return file.id
}

/**
 * Checks that files that harm careless readers become courses, or fail with a reason: nothing is fetched, no file of
 * the machine is exposed, and the service stays alive.
 */
export const files: Part = async (attack) => {
  const { contract, send, violated, note, person, world, isBrief } = attack
  const find = (id: string) => contract.operations.find((operation) => operation.id === id) as Operation
  const [generate, read] = [find('lms_create_course_from_file'), find('lms_read_course')]
  const trap = await startTrap()
  const machine = readFileSync('/etc/passwd', 'utf8').split('\n')[0] as string
  const outcomes: string[] = []
  const largest = { rss: 0, name: '' }
  const { rss: atFirst } = await world.state()

  await sideBySide(
    Object.entries(badFiles(trap.url)),
    async ([name, bytes]) => {
      // a person may have only three in progress
      const author = await person()
      const file_id = await uploaded(attack, author, name, bytes)
      const from = performance.now()
      const asked = asking(generate, '/api/v1/lms/courses/from-file', { as: author, body: { file_id } })
      const begun = await send(asked)
      if (begun.status === 422) outcomes.push(`${name}: 422`)
      if (begun.status !== 202) return
      const { id } = begun.body as { id: string }
      const look = () => send(asking(read, `/api/v1/lms/courses/${id}`, { as: author }))
      let answer = await look()
      const isOver = () => (answer.body as Course | undefined)?.status !== 'generating'
      while (!isOver() && performance.now() - from < patience) {
        await sleep(100)
        answer = await look()
      }
      const milliseconds = Math.round(performance.now() - from)
      if (answer.status !== 200) {
        violated(`${name}: the course cannot be read after ${milliseconds} ms`, asked, answer)
        return
      }
      const { status, generation } = answer.body as Course
      const { rss } = await world.state()
      if (rss > largest.rss) Object.assign(largest, { rss, name })
      outcomes.push(
        `${name}: ${status} in ${milliseconds} ms${generation.error ? ` (${generation.error})` : ''}`,
      )
      if (status === 'generating') violated(`${name} is still being read after ${patience} ms`, asked, answer)
      if (status === 'failed' && !/^\S.*\.$/.test(generation.error ?? ''))
        violated(`${name} failed without a reason`, asked, answer)
      if (answer.text.includes(machine)) violated(`${name} shows a file of the machine`, asked, answer)
      if (answer.text.includes('hahahaha')) violated(`${name} has grown`, asked, answer)
    },
    isBrief ? 4 : 1,
  )
  if (largest.rss - atFirst > maxGrowthBytes)
    violated(`the service has grown to ${largest.rss} bytes by ${largest.name}`)
  trap.stop()
  if (trap.visits.length > 0) violated(`somebody came to the trap: ${trap.visits.join(', ')}`)
  if (existsSync('/tmp/attack-left-here')) violated('an entry of an archive has left its folder')
  note(
    `most memory ${Math.round(largest.rss / 1_048_576)} MB, after ${largest.name}\n  ${outcomes.join('\n  ')}`,
  )
}
