import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Actor } from '../../src/platform/identity/actor.ts'
import { readList } from '../../src/platform/table/list.ts'
import { addComment } from '../../src/task/comment-changes.ts'
import { addProject } from '../../src/task/project-changes.ts'
import { projectKeys } from '../../src/task/project-key.ts'
import { addTask } from '../../src/task/task-creation.ts'
import { Priority, tasks, TaskStatus } from '../../src/task/task.ts'
import { personOf } from './demo.ts'

const modules = resolve(import.meta.dirname, '../../node_modules')

/** So many versions of a package become tasks, with so many entries each; and so many packages. */
const most = { versions: 3, entries: 4, packages: 30 }

/** A version of a package: when it came out, if its CHANGELOG says so, and what it has brought. */
interface Version {
  title: string
  name: string
  day: string | null
  entries: string[]
}

/** An entry without its links and marks: one line. */
const lineOf = (entry: string): string =>
  entry
    .replace(/\(?\[[^\]]*\]\([^)]*\)\)?/g, '')
    .replace(/^[0-9a-f]{7,}: |[*`\\_]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const versionsOf = (file: string): Version[] => {
  const name = dirname(file)
  const sections = readFileSync(join(modules, file), 'utf8').split(
    /^(?=(?:#{1,4} *|\*\*)\[?v?\d+\.\d+\.\d+)/m,
  )
  return sections
    .flatMap((section) => {
      const [, number] = /^(?:#{1,4} *|\*\*)\[?v?(\d+\.\d+\.\d+)/.exec(section) ?? []
      if (number === undefined) return []
      const [heading = '', ...lines] = section.split('\n')
      const entries = lines.filter((line) => /^ {0,3}[-*] /.test(line) && lineOf(line.slice(2)).length > 15)
      const day = /\d{4}-\d\d-\d\d/.exec(heading)?.[0] ?? null
      return [{ title: `${name} ${number}`, name, day, entries: entries.slice(0, most.entries) }]
    })
    .filter(({ entries }) => entries.length > 0)
    .slice(0, most.versions)
}

const givenProject = async (owner: Actor): Promise<string> => {
  const key = 'PKG'
  const known = await projectKeys.find({ key })
  if (known) return known.project_id
  const description = 'What the packages that the service is built with have brought, version by version.'
  const fields = {
    description,
    visibility: 'internal',
    members: [],
    start_date: null,
    due_date: null,
  } as const
  return (await addProject(owner, { name: 'Packages', key, ...fields, members: [] })).id
}

const knownIn = async (project_id: string, cursor?: string): Promise<Map<string, string>> => {
  const page = await readList(tasks.in('ofProject', { project_id }), { limit: 100, cursor })
  const known = new Map(page.items.map(({ title, id }) => [title, id]))
  if (page.next_cursor === null) return known
  return new Map([...known, ...(await knownIn(project_id, page.next_cursor))])
}

const day = 86_400_000

const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)

/**
 * A project of a few hundred tasks, made of the CHANGELOG files in `node_modules`: a task for each version,
 * and below it one for each entry. The newest versions are still to be done, the others are done. It goes on
 * where it was cut off, and each version waits for its turn.
 */
export const loadProject = async (turn: () => Promise<void>): Promise<void> => {
  const people = await Promise.all(['user', 'other', 'agent'].map((name) => personOf(`${name}@example.com`)))
  const project_id = await givenProject(people[0] as Actor)
  const known = await knownIn(project_id)
  let count = 0

  const given = async (
    title: string,
    age: number,
    fields: { parent_id: string | null; description: string; day: string | null; label: string },
  ) => {
    const index = count++
    const present = known.get(title)
    if (present) return present
    const { label, parent_id, description } = fields
    const [author, reviewer] = [people[index % 3] as Actor, people[(index + 1) % 3] as Actor]
    // most do what they have written down themselves, so that the demo is not all notifications
    const assignee = index % 12 === 0 ? reviewer : author
    const { id } = await addTask(author, project_id, {
      title,
      description,
      status: age > 0 ? 'done' : (TaskStatus.options[index % 3] ?? 'todo'),
      priority: Priority.options[index % 5] ?? 'none',
      assignee_ids: [assignee.id],
      labels: [label],
      parent_id,
      start_date: null,
      due_date: age > 0 ? fields.day : inDays(index % 40),
      attachments: [],
    })
    if (index % 20 === 0) await addComment(reviewer, id, { text: 'Please add a test.', mentions: [] })
    return id
  }

  const files = globSync(['*/CHANGELOG.md', '@*/*/CHANGELOG.md'], { cwd: modules }).sort()
  for (const versions of files
    .map(versionsOf)
    .filter(({ length }) => length > 0)
    .slice(0, most.packages))
    for (const [age, { title, name: label, day, entries }] of versions.entries()) {
      if (!known.has(title)) await turn()
      const description = entries.join('\n')
      const parent_id = await given(title, age, { parent_id: null, description, day, label })
      for (const entry of entries) {
        const name = `${title}: ${lineOf(entry.slice(2))}`.slice(0, 255)
        await given(name, age, { parent_id, description: entry, day, label })
      }
    }
}
