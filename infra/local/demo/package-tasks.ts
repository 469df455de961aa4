import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { addComment } from '../../../src/comments/changes.ts'
import { taskComments } from '../../../src/task/comment/changes.ts'
import { addProject } from '../../../src/task/project/changes.ts'
import { NewProject } from '../../../src/task/project/project.ts'
import { addTask } from '../../../src/task/task/creation.ts'
import { NewTask, Priority, TaskStatus } from '../../../src/task/task/task.ts'
import type { Journal } from './journal.ts'
import type { People } from './people.ts'

const modules = resolve(import.meta.dirname, '../../../node_modules')

/** How many versions of a package become tasks, with this many entries each; and this many packages. */
const most = { versions: 3, entries: 4, packages: 12 }

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

const addPackagesProject = ({ admin }: People) => {
  const description = 'What the packages that the service is built with have brought, version by version.'
  return addProject(admin, NewProject.parse({ name: 'Packages', key: 'PKG', description }))
}

interface Entry {
  title: string
  label: string
  description: string
  parent_id: string | null
  /** When it came out, if that is known. */
  day: string | null
  /** 0 for what is in the newest version. */
  age: number
}

/** The fields of the task of an entry; `index` counts entries, so that tasks differ. */
const taskOf = (
  { title, label, description, parent_id, day, age }: Entry,
  index: number,
  assigneeId: string,
  due: Date,
) =>
  NewTask.parse({
    title,
    description,
    status: age > 0 ? 'done' : (TaskStatus.options[index % 3] ?? 'todo'),
    priority: Priority.options[index % 5] ?? 'none',
    assignee_ids: [assigneeId],
    labels: [label],
    parent_id,
    due_date: age > 0 ? day : due.toISOString().slice(0, 10),
  })

/** Makes the task of an entry, and gives its id. */
const taskLoader = ({ admin, agent }: People, { once, inDays }: Journal, projectId: string) => {
  let count = 0
  return async (entry: Entry): Promise<string> => {
    const index = count++
    const [author, reviewer] = index % 2 === 0 ? [admin, agent] : [agent, admin]
    // most do what they have written down themselves, so that the demo is not all notifications
    const assignee = index % 12 === 0 ? reviewer : author
    const task = taskOf(entry, index, assignee.id, inDays(index % 40))
    const id = await once(`task/${entry.title}`, () => addTask(author, projectId, task))
    const comment = { text: 'Please add a test.', mentions: [] }
    if (index % 20 === 0)
      await once(`comment/${entry.title}`, () => addComment(taskComments, reviewer, id, comment))
    return id
  }
}

/** The packages that have a CHANGELOG file, each with its newest versions. */
const packages = (): Version[][] =>
  globSync(['*/CHANGELOG.md', '@*/*/CHANGELOG.md'], { cwd: modules })
    .sort()
    .map(versionsOf)
    .filter(({ length }) => length > 0)
    .slice(0, most.packages)

/**
 * A project of some hundred tasks, made of the CHANGELOG files in `node_modules`: a task for each version, and below
 * it one for each entry. The newest versions are still to be done, the others are done. The users of the demo have no
 * part in it: they would not find their own tasks among these.
 */
export const loadPackageTasks = async (people: People, journal: Journal): Promise<void> => {
  const projectId = await journal.once('project/packages', () => addPackagesProject(people), 20)
  const load = taskLoader(people, journal, projectId)
  for (const versions of packages())
    for (const [age, { title, name: label, day, entries }] of versions.entries()) {
      const description = entries.join('\n')
      const parent_id = await load({ title, label, description, parent_id: null, day, age })
      for (const entry of entries) {
        const line = `${title}: ${lineOf(entry.slice(2))}`.slice(0, 255)
        await load({ title: line, label, description: entry, parent_id, day, age })
      }
    }
}
