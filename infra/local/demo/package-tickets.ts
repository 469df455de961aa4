import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { addMessage } from '../../../src/support/message/changes.ts'
import { changeTicket } from '../../../src/support/ticket/changes.ts'
import { openTicket } from '../../../src/support/ticket/new-ticket.ts'
import type { TicketStatus } from '../../../src/support/ticket/ticket.ts'
import type { Once } from './journal.ts'
import type { People } from './people.ts'

const modules = resolve(import.meta.dirname, '../../../node_modules')

/** Bug fix of a package; becomes a question to the support desk. */
interface Fix {
  name: string
  version: string
  subject: string
  entry: string
  section: string
}

const perPackage = 3

/** Returns the fixes under the version headings of a CHANGELOG, the newest first. */
const readFixes = (file: string): Fix[] => {
  const name = dirname(file)
  const versions = readFileSync(join(modules, file), 'utf8').split(/^(?=#{1,3} *\[?v?\d+\.\d+\.\d+)/m)
  return versions
    .flatMap((section) => {
      const version = /\d+\.\d+\.\d+/.exec(section)?.[0]
      const fixed = /^#{2,4} *Bug Fixes\s*$([\s\S]*?)(?=^#|$(?![\s\S]))/m.exec(section)?.[1] ?? ''
      const entries = [...fixed.matchAll(/^[*-] +(.+)$/gm)].map(([, entry]) => entry as string)
      return version === undefined
        ? []
        : entries.map((entry) => ({ name, version, entry, section, subject: ticketSubject(entry) }))
    })
    .filter(({ subject }) => subject.length > 10)
    .slice(0, perPackage)
}

/** Returns an entry as one line, without links and markup. */
const ticketSubject = (entry: string): string =>
  entry
    .replace(/\(?\[[^\]]*\]\([^)]*\)\)?/g, '')
    .replace(/[*`\\]| ?, (closes|fixes|addresses)\b.*$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 255)

const priorities = ['normal', 'low', 'high', 'normal', 'urgent'] as const

/** Final statuses of successive tickets; null for untouched tickets. */
const ends: (TicketStatus | null)[] = [null, 'in_progress', 'pending', 'resolved', 'closed']

const loadTicket = async ({ admin, agent }: People, fix: Fix, index: number, once: Once) => {
  const { name, version, subject, entry, section } = fix
  const opening = {
    subject,
    description: `With ${name} before ${version}: ${entry}`,
    priority: priorities[index % priorities.length] ?? 'normal',
    category: name,
  }
  const id = await once(`ticket/${name} ${version}: ${subject}`, () => openTicket(admin, opening))
  const status = ends[index % ends.length]
  if (!status) return

  const message = { ticket_id: id, attachments: [] }
  await once(`answer/${name} ${version}: ${subject}`, async () => {
    await changeTicket(agent, id, { assignee_id: agent.id }, undefined)
    await addMessage(agent, { ...message, text: `See the CHANGELOG of ${name}.`, is_internal: true })
    await addMessage(agent, { ...message, text: section.slice(0, 50_000), is_internal: false })
    return changeTicket(agent, id, { status }, undefined)
  })
}

/**
 * Creates some dozens of tickets from the fixes in the CHANGELOG files of `node_modules`: the administrator asks, and
 * an agent answers with the package's text.
 */
export const loadPackageTickets = async (people: People, once: Once): Promise<void> => {
  const files = globSync(['*/CHANGELOG.md', '@*/*/CHANGELOG.md'], { cwd: modules }).sort()
  for (const [index, fix] of files.flatMap(readFixes).entries()) await loadTicket(people, fix, index, once)
}
