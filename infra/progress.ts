import { styleText } from 'node:util'

/** A line on a terminal that says what a command is doing and for how many seconds. */
export interface Progress {
  /** Names the step that begins. The seconds go on as long as `step` stays the same; `detail` may change. */
  show: (step: string, detail?: string) => void
  /** Writes text to standard output, above the line. */
  print: (text: string | Uint8Array) => void
  /** Removes the line until the next `show`, for another program that writes to the terminal. */
  clear: () => void
}

type Terminal = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/** Back to the start of the line, and erase it (ECMA-48, EL). */
const eraseLine = '\r\u001B[2K'

const silent: Progress = {
  show: () => {},
  print: (text) => void process.stdout.write(text),
  clear: () => {},
}

/** The one line that progress has on a terminal. */
const lineOn = (terminal: Terminal) => {
  let isShown = false
  return {
    draw: (text: string, seconds: number) => {
      const end = ` … ${seconds} s`
      // a terminal that does not know its width says 0
      const width = Math.max((terminal.columns || 80) - end.length - 1, 0)
      const line = styleText('dim', `${text.slice(0, width)}${end}`, { stream: terminal })
      // the cursor waits at the start of the line, so that what a library writes covers it
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
 * Progress on a terminal, in grey unless NO_COLOR is set; in a pipe or a file it shows nothing. A step appears when it
 * has taken a second, and the line never keeps the process running.
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
