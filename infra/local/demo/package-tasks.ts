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

/** Maximum number of versions per package, of entries per version, and of packages. */
const most = { versions: 3, entries: 4, packages: 12 }

/** Version of a package, with its date if the CHANGELOG has it, and its changes. */
interface Version {
  title: string
  name: string
  day: string | null
  entries: string[]
}

/** Returns an entry as one line, without links and markup. */
const changelogLine = (entry: string): string =>
  entry
    .replace(/\(?\[[^\]]*\]\([^)]*\)\)?/g, '')
    .replace(/^[0-9a-f]{7,}: |[*`\\_]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const readVersions = (file: string): Version[] => {
  const name = dirname(file)
  const sections = readFileSync(join(modules, file), 'utf8').split(
    /^(?=(?:#{1,4} *|\*\*)\[?v?\d+\.\d+\.\d+)/m,
  )
  return sections
    .flatMap((section) => {
      const [, number] = /^(?:#{1,4} *|\*\*)\[?v?(\d+\.\d+\.\d+)/.exec(section) ?? []
      if (number === undefined) return []
      const [heading = '', ...lines] = section.split('\n')
      const entries = lines.filter(
        (line) => /^ {0,3}[-*] /.test(line) && changelogLine(line.slice(2)).length > 15,
      )
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
  /** Release date, if known. */
  day: string | null
  /** Number of newer versions; 0 for the newest. */
  age: number
}

/** Returns the fields of an entry's task; `index` counts entries, so that tasks differ. */
const toDemoTask = (
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

/** Returns a function that creates the task of an entry, and returns its ID. */
const taskLoader = ({ admin, agent }: People, { once, inDays }: Journal, projectId: string) => {
  let count = 0
  return async (entry: Entry): Promise<string> => {
    const index = count++
    const [author, reviewer] = index % 2 === 0 ? [admin, agent] : [agent, admin]
    // most authors are their own assignees, to limit the number of notifications
    const assignee = index % 12 === 0 ? reviewer : author
    const task = toDemoTask(entry, index, assignee.id, inDays(index % 40))
    const id = await once(`task/${entry.title}`, () => addTask(author, projectId, task))
    const comment = { text: 'Please add a test.', mentions: [] }
    if (index % 20 === 0)
      await once(`comment/${entry.title}`, () => addComment(taskComments, reviewer, id, comment))
    return id
  }
}

/** Returns the packages with a CHANGELOG file, each with its newest versions. */
const packages = (): Version[][] =>
  globSync(['*/CHANGELOG.md', '@*/*/CHANGELOG.md'], { cwd: modules })
    .sort()
    .map(readVersions)
    .filter(({ length }) => length > 0)
    .slice(0, most.packages)

/**
 * Creates a project of some hundred tasks from the CHANGELOG files in `node_modules`: a task for each version, with a
 * subtask for each entry. Tasks of the newest versions are open, the others are done. The demo's users do not take
 * part, because they could not find their own tasks among these.
 */
export const loadPackageTasks = async (people: People, journal: Journal): Promise<void> => {
  const projectId = await journal.once('project/packages', () => addPackagesProject(people), 20)
  const load = taskLoader(people, journal, projectId)
  for (const versions of packages())
    for (const [age, { title, name: label, day, entries }] of versions.entries()) {
      const description = entries.join('\n')
      const parent_id = await load({ title, label, description, parent_id: null, day, age })
      for (const entry of entries) {
        const line = `${title}: ${changelogLine(entry.slice(2))}`.slice(0, 255)
        await load({ title: line, label, description: entry, parent_id, day, age })
      }
    }
}
