import { setTimeout as sleep } from 'node:timers/promises'
import { bombs as corpus } from '../bombs/bombs.ts'
import type { Attack, Part } from './attack.ts'
import type { Operation } from './contract.ts'
import { uploaded } from './files.ts'
import { asking } from './sending.ts'

/** Time limit for a bomb (ms); its reader may die twice, with a minute in between. */
const patience = 240_000
const maxHealthMilliseconds = 2_000

/** Sample of every kind for a brief run. */
const sample = [
  'table-square.docx',
  'alternating-runs.docx',
  'shared-string.xlsx',
  'table-square.pptx',
  'repeated-columns.ods',
  'operators.pdf',
  'open-links.md',
  'open-formats.html',
]

interface Course {
  status: string
  generation: { error: string | null }
}

/** Generates a course from a bomb; returns the outcome. */
const explode = async (attack: Attack, name: string): Promise<string> => {
  const { contract, send, person, violated } = attack
  const find = (id: string) => contract.operations.find((operation) => operation.id === id) as Operation
  // a person may have only three in progress
  const as = await person()
  const file_id = await uploaded(attack, as, name, (corpus[name] as { make: () => Uint8Array }).make())
  const from = performance.now()
  const path = '/api/v1/lms/courses/from-file'
  const begun = await send(asking(find('lms_create_course_from_file'), path, { as, body: { file_id } }))
  const { id } = begun.body as { id: string }
  for (;;) {
    const { milliseconds } = await send(asking(find('health_read_health'), '/api/v1/health', {}))
    if (milliseconds > maxHealthMilliseconds) violated(`health took ${milliseconds} ms beside ${name}`)
    const read = asking(find('lms_read_course'), `/api/v1/lms/courses/${id}`, { as })
    const { status, generation } = (await send(read)).body as Course
    const seconds = Math.round((performance.now() - from) / 1_000)
    if (status !== 'generating')
      return `${name}: ${status} in ${seconds} s (${generation.error ?? 'a course'})`
    if (performance.now() - from > patience) {
      violated(`${name} is still being read after ${patience} ms`, read)
      return `${name}: ${status}`
    }
    await sleep(200)
  }
}

/** Checks that each bomb ends with an error sentence or a course while the service stays responsive. */
export const bombs: Part = async (attack) => {
  for (const name of attack.isBrief ? sample : Object.keys(corpus)) attack.note(await explode(attack, name))
}
