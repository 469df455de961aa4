import { existsSync, globSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from './settings.ts'
import { say } from './terminal.ts'

/** Editors replace a file by removing it for a moment. */
const settledMilliseconds = 300

/**
 * Says when an endpoint comes or goes: functions are listed when the service starts, while what is in them follows
 * their sources. Gives what ends the watch.
 */
export const watchEndpoints = (): (() => void) => {
  const known = new Set(globSync('src/*/**/endpoints/*.ts', { cwd: root }))
  const said = new Set<string>()
  const tell = async (file: string): Promise<void> => {
    await delay(settledMilliseconds)
    const isThere = existsSync(join(root, file))
    const sentence = `${file} is ${isThere ? 'new' : 'gone'}: press Ctrl-C and run "npm start" again.`
    if (isThere === known.has(file) || said.has(sentence)) return
    said.add(sentence)
    say(sentence)
  }
  const folders = [...new Set([...known].map((file) => dirname(file)))]
  const watchers = folders.map((folder) =>
    watch(join(root, folder), (_, name) => {
      if (name?.endsWith('.ts')) void tell(`${folder}/${name}`)
    }),
  )
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}
