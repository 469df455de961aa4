import { spawn } from 'node:child_process'

/**
 * Returns the error messages of an error output; Node prints the throwing line first, which in a bundle has many
 * thousand characters.
 */
const reasonIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\w*(Error|Exception)/.test(line))
    .join(' ')

/** Runs a program in its own process, and returns its JSON output on descriptor 3. */
export const told = <T>(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<T> =>
  new Promise((resolve, reject) => {
    const stdio = ['ignore', 'ignore', 'pipe', 'pipe'] as const
    const child = spawn(process.execPath, [program, ...args], { env, stdio: [...stdio] })
    let said = ''
    let complained = ''
    child.stderr?.on('data', (text) => (complained += text))
    child.stdio[3]?.on('data', (text) => (said += text))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(said) as T) : reject(new Error(reasonIn(complained))),
    )
  })
