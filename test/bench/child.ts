import { spawn } from 'node:child_process'

/** Runs a program in a process of its own and gives what it says, as JSON, on its descriptor 3. */
export const told = <T>(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<T> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complained = ''
    // a bundle's own lines are long
    child.stderr?.on('data', (text) => (complained = (complained + String(text)).slice(-2_000)))
    child.stdio[3]?.on('data', (text) => (said += text))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve(JSON.parse(said) as T)
        : reject(new Error(`${args[0]} ended with ${code}: ${complained}`)),
    )
  })
