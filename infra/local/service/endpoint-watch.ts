import { globSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { root } from '../settings/settings.ts'
import { say } from '../machine/terminal.ts'

/** Delay before a change counts, because editors replace a file by removing it for a moment. */
const settledMilliseconds = 300

/** Files from which a start makes its lists; all other files are reloaded when they change. */
const listed = [
  'src/*/**/{endpoints,workers}/*.ts',
  'src/*/on-change.ts',
  'src/*/{*/{resource,history,trash,erasure},{trash,undo}/*}.ts',
]

/** Watches each source folder, including new ones. */
const folderWatch = (cwd: string, onChange: () => void) => {
  const watchers = new Map<string, FSWatcher>()
  const close = (folders: Iterable<string>) => {
    for (const folder of folders) {
      watchers.get(folder)?.close()
      watchers.delete(folder)
    }
  }
  const update = () => {
    const folders = new Set(['src', ...globSync('src/**/', { cwd })])
    close(new Set(watchers.keys()).difference(folders))
    for (const folder of folders.difference(watchers))
      watchers.set(folder, watch(join(cwd, folder), onChange).on('error', onChange))
  }
  return { update, close: () => close([...watchers.keys()]) }
}

/**
 * Prints a line when a file appears or disappears that only a restart takes into account. Returns a function that ends
 * the watch.
 */
export const watchEndpoints = ({ cwd = root, tell = say } = {}): (() => void) => {
  const list = () => new Set(globSync(listed, { cwd }))
  const known = list()
  const reported = new Set<string>()
  let settling: NodeJS.Timeout | undefined
  const compare = () => {
    // watches new folders before listing files, so that no file is missed
    folders.update()
    for (const file of list().symmetricDifference(known)) {
      const state = known.has(file) ? 'gone' : 'new'
      const sentence = `${file} is ${state}: press Ctrl-C and run "npm start" again.`
      if (!reported.has(sentence)) tell(sentence)
      reported.add(sentence)
    }
  }
  const folders = folderWatch(cwd, () => {
    clearTimeout(settling)
    settling = setTimeout(compare, settledMilliseconds)
  })
  folders.update()
  return () => {
    clearTimeout(settling)
    folders.close()
  }
}
