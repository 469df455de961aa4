import { slugs } from '../../../src/wiki/space/slug.ts'
import { loadConversations } from './conversations.ts'
import { loadCourses, loadFirstCourse, loadGeneratedCourse } from './courses.ts'
import { loadDesk } from './desk.ts'
import { loadFiles, loadGuide } from './files.ts'
import { loadHandbook } from './handbook.ts'
import { openJournal, type Journal, type Once } from './journal.ts'
import { loadLaunchProject } from './launch-project.ts'
import { loadLibrarian } from './librarian.ts'
import { loadPackagePages, loadPackagesSpace } from './package-pages.ts'
import { loadPackageTasks } from './package-tasks.ts'
import { loadPackageTickets } from './package-tickets.ts'
import type { People } from './people.ts'

/** Resolves when all consequences of earlier writes are complete. */
type Idle = () => Promise<void>

export interface Demo {
  /** Creates the content that the README uses, and resolves when it can be found. */
  begin: (idle: Idle) => Promise<void>
  isComplete: boolean
  /** Creates the remaining content step by step, and returns a line about it; undefined if the demo was complete. */
  complete: (idle: Idle) => Promise<string | undefined>
}

/** Creates the content that people open first. */
const loadBeginning = async (people: People, journal: Journal): Promise<void> => {
  const { once } = journal
  const loadWiki = async () => loadLibrarian(people, await loadHandbook(people, once), once)
  await Promise.all([
    loadWiki(),
    loadPackagesSpace(people, once),
    loadLaunchProject(people, journal),
    loadDesk(people, once),
    loadFirstCourse(people, journal),
  ])
}

const loadRest = async (people: People, journal: Journal, idle: Idle): Promise<void> => {
  // waits between steps, so that people never wait behind the consequences of more than one step
  const once: Once = async (name, ...rest) => {
    if (!journal.has(name)) await idle()
    return journal.once(name, ...rest)
  }
  const paced = { ...journal, once }
  await loadCourses(people, paced)
  await loadGeneratedCourse(people, await loadGuide(people, once), idle, paced)
  await loadConversations(people, await loadFiles(people, once), once)
  await loadPackagePages(people, await loadPackagesSpace(people, once), once)
  await loadPackageTasks(people, paced)
  await loadPackageTickets(people, once)
}

const counted = ['page', 'task', 'ticket', 'course'] as const

/** Opens the demo of a data folder. A demo from an older version stays unchanged. */
export const openDemo = async (people: People, dataDir: string): Promise<Demo> => {
  const journal = openJournal(dataDir, people.user.id)
  const slug = 'packages'
  if (!journal.has('space/packages') && (await slugs.find({ slug }))) journal.note('complete')
  // starts while the rest of the service is still starting
  const beginning =
    journal.has('beginning') || journal.has('complete') ? undefined : loadBeginning(people, journal)
  beginning?.catch(() => {})
  return {
    isComplete: journal.has('complete'),
    begin: async (idle) => {
      if (!beginning) return
      await beginning
      await idle()
      journal.note('beginning')
    },
    complete: async (idle) => {
      if (journal.has('complete')) return undefined
      const from = performance.now()
      await loadRest(people, journal, idle)
      await idle()
      journal.note('complete')
      const seconds = Math.round((performance.now() - from) / 1000)
      const numbers = counted.map((what) => `${journal.count(`${what}/`)} ${what}s`)
      return `the demo is complete: ${numbers.join(', ')} (${seconds} s)`
    },
  }
}
