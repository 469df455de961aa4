import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { addComment } from '../../../src/task/comment-changes.ts'
import { addProject } from '../../../src/task/project-changes.ts'
import { NewProject } from '../../../src/task/project.ts'
import { addTask } from '../../../src/task/task-creation.ts'
import { NewTask, Priority, TaskStatus } from '../../../src/task/task.ts'
import type { Journal } from './journal.ts'
import type { People } from './people.ts'

const modules = resolve(import.meta.dirname, '../../../node_modules')

/** So many versions of a package become tasks, with so many entries each; and so many packages. */
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

/**
 * A project of some hundred tasks, made of the CHANGELOG files in `node_modules`: a task for each version, and below
 * it one for each entry. The newest versions are still to be done, the others are done. The users of the demo have no
 * part in it: they would not find their own tasks among these.
 */
export const loadPackageTasks = async (people: People, { once, inDays }: Journal): Promise<void> => {
  const { admin, agent } = people
  const project_id = await once('project/packages', () => addPackagesProject(people), 20)
  let count = 0

  const load = async ({ title, label, description, parent_id, day, age }: Entry) => {
    const index = count++
    const [author, reviewer] = index % 2 === 0 ? [admin, agent] : [agent, admin]
    // most do what they have written down themselves, so that the demo is not all notifications
    const assignee = index % 12 === 0 ? reviewer : author
    const due_date =
      age > 0
        ? day
        : inDays(index % 40)
            .toISOString()
            .slice(0, 10)
    const task = NewTask.parse({
      title,
      description,
      status: age > 0 ? 'done' : (TaskStatus.options[index % 3] ?? 'todo'),
      priority: Priority.options[index % 5] ?? 'none',
      assignee_ids: [assignee.id],
      labels: [label],
      parent_id,
      due_date,
    })
    const id = await once(`task/${title}`, () => addTask(author, project_id, task))
    const text = 'Please add a test.'
    if (index % 20 === 0)
      await once(`comment/${title}`, () => addComment(reviewer, id, { text, mentions: [] }))
    return id
  }

  const files = globSync(['*/CHANGELOG.md', '@*/*/CHANGELOG.md'], { cwd: modules }).sort()
  const packages = files.map(versionsOf).filter(({ length }) => length > 0)
  for (const versions of packages.slice(0, most.packages))
    for (const [age, { title, name: label, day, entries }] of versions.entries()) {
      const parent_id = await load({
        title,
        label,
        description: entries.join('\n'),
        parent_id: null,
        day,
        age,
      })
      for (const entry of entries) {
        const line = `${title}: ${lineOf(entry.slice(2))}`.slice(0, 255)
        await load({ title: line, label, description: entry, parent_id, day, age })
      }
    }
}
