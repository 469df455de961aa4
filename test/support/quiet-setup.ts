import type { WriteStream } from 'node:tty'

const { console } = globalThis

/** The service writes its log past the console, which is all that vitest keeps until a test has failed. */
const throughConsole =
  (print: (text: string) => void): WriteStream['write'] =>
  (chunk: Uint8Array | string, ...more: unknown[]) => {
    print(String(typeof chunk === 'string' ? chunk : Buffer.from(chunk)).replace(/\n$/, ''))
    const done = more.at(-1)
    if (typeof done === 'function') done()
    return true
  }

process.stdout.write = throughConsole((text) => console.info(text))
process.stderr.write = throughConsole((text) => console.error(text))
