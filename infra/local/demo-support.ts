import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Actor } from '../../src/platform/identity/actor.ts'
import { readList } from '../../src/platform/table/list.ts'
import { addMessage } from '../../src/support/message-changes.ts'
import { changeTicket, openTicket } from '../../src/support/ticket-changes.ts'
import { tickets, type TicketStatus } from '../../src/support/ticket.ts'
import { personOf } from './demo.ts'

const modules = resolve(import.meta.dirname, '../../node_modules')

/** Something that a package has mended: what people would have asked the support desk about. */
interface Fix {
  name: string
  version: string
  subject: string
  entry: string
  /** What the package says of the version as a whole. */
  section: string
}

const perPackage = 3

/** The fixes that a CHANGELOG lists below the headings of its versions, the newest first. */
const fixesOf = (file: string): Fix[] => {
  const name = dirname(file)
  const versions = readFileSync(join(modules, file), 'utf8').split(/^(?=#{1,3} *\[?v?\d+\.\d+\.\d+)/m)
  return versions
    .flatMap((section) => {
      const version = /\d+\.\d+\.\d+/.exec(section)?.[0]
      const fixed = /^#{2,4} *Bug Fixes\s*$([\s\S]*?)(?=^#|$(?![\s\S]))/m.exec(section)?.[1] ?? ''
      const entries = [...fixed.matchAll(/^[*-] +(.+)$/gm)].map(([, entry]) => entry as string)
      return version === undefined
        ? []
        : entries.map((entry) => ({ name, version, entry, section, subject: subjectOf(entry) }))
    })
    .filter(({ subject }) => subject.length > 10)
    .slice(0, perPackage)
}

/** An entry without its links and marks: one line. */
const subjectOf = (entry: string): string =>
  entry
    .replace(/\(?\[[^\]]*\]\([^)]*\)\)?/g, '')
    .replace(/[*`\\]| ?, (closes|fixes|addresses)\b.*$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 255)

const subjectsOf = async (requester: Actor, cursor?: string): Promise<string[]> => {
  const { items, next_cursor } = await readList(tickets.in('own', { requester }), { limit: 100, cursor })
  const subjects = items.map(({ subject }) => subject)
  return next_cursor === null ? subjects : [...subjects, ...(await subjectsOf(requester, next_cursor))]
}

const priorities = ['normal', 'low', 'high', 'normal', 'urgent'] as const

/** How far the desk has come with its tickets, one after the other; null for those that nobody has looked at. */
const ends: (TicketStatus | null)[] = [null, 'in_progress', 'pending', 'resolved', 'closed']

/**
 * A support desk with some dozens of tickets, made of the fixes in the CHANGELOG files of `node_modules`: two
 * people ask, an agent answers with what the package says. What is there already stays as it is; each ticket
 * waits for its turn.
 */
export const loadTickets = async (turn: () => Promise<void>): Promise<void> => {
  const [user, other, agent] = await Promise.all(
    ['user', 'other', 'agent'].map((name) => personOf(`${name}@example.com`)),
  )
  const people = [user, other] as Actor[]
  const known = new Set((await Promise.all(people.map((person) => subjectsOf(person)))).flat())
  const files = globSync(['*/CHANGELOG.md', '@*/*/CHANGELOG.md'], { cwd: modules }).sort()
  for (const [index, fix] of files.flatMap(fixesOf).entries()) {
    if (known.has(fix.subject)) continue
    await turn()
    await answered(people[index % 2] as Actor, agent as Actor, fix, index)
  }
}

const answered = async (requester: Actor, agent: Actor, fix: Fix, index: number) => {
  const { name, version, subject, entry, section } = fix
  const priority = priorities[index % priorities.length] ?? 'normal'
  const description = `With ${name} before ${version}: ${entry}`
  const { id } = await openTicket(requester, { subject, description, priority, category: name })
  const status = ends[index % ends.length]
  if (!status) return

  const message = { ticket_id: id, attachments: [] }
  await changeTicket(agent, id, { assignee_id: agent.id }, undefined)
  await addMessage(agent, { ...message, text: `See the CHANGELOG of ${name}.`, is_internal: true })
  await addMessage(agent, { ...message, text: section.slice(0, 50_000), is_internal: false })
  await changeTicket(agent, id, { status }, undefined)
}
