import { styleText } from 'node:util'

/** Line on a terminal with the current step of a command and its duration in seconds. */
export interface Progress {
  /** Shows the current step. The duration restarts when `step` changes; `detail` may change at any time. */
  show: (step: string, detail?: string) => void
  /** Writes text to standard output, above the line. */
  print: (text: string | Uint8Array) => void
  /** Removes the line until the next `show`, so that another program can write to the terminal. */
  clear: () => void
}

type Terminal = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** Moves to the start of the line, and erases it (ECMA-48, EL). */
const eraseLine = '\r\u001B[2K'

const silent: Progress = {
  show: () => {},
  print: (text) => void process.stdout.write(text),
  clear: () => {},
}

/** Draws and erases the progress line of a terminal. */
const lineOn = (terminal: Terminal) => {
  let isShown = false
  return {
    draw: (text: string, seconds: number) => {
      const end = ` … ${seconds} s`
      // a terminal with unknown width reports 0
      const width = Math.max((terminal.columns || 80) - end.length - 1, 0)
      const line = styleText('dim', `${text.slice(0, width)}${end}`, { stream: terminal })
      // leaves the cursor at the start of the line, so that output of libraries overwrites the line
      terminal.write(`${eraseLine}${line}\r`)
      isShown = true
    },
    erase: () => {
      if (isShown) terminal.write(eraseLine)
      isShown = false
    },
  }
}

/**
 * Opens a progress line, gray unless NO_COLOR is set; shows nothing in a pipe or file. A step appears after one second,
 * and the line never keeps the process running.
 */
export const openProgress = (
  terminal: Terminal = process.stderr,
  output: NodeJS.WritableStream = process.stdout,
): Progress => {
  if (!terminal.isTTY || process.env['TERM'] === 'dumb') return silent
  const { draw, erase } = lineOn(terminal)
  let [step, detail, from] = ['', '', 0]
  let timer: NodeJS.Timeout | undefined

  const clear = () => {
    clearInterval(timer)
    timer = undefined
    step = ''
    erase()
  }
  const update = () => draw(`${step}${detail && `: ${detail}`}`, Math.round((Date.now() - from) / 1000))
  process.once('exit', erase)
  return {
    show: (nextStep, nextDetail = '') => {
      if (nextStep !== step) {
        clear()
        from = Date.now()
      }
      step = nextStep
      detail = nextDetail
      timer ??= setInterval(update, 1000).unref()
    },
    print: (text) => {
      erase()
      output.write(text)
    },
    clear,
  }
}
