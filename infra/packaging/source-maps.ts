import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'

/** A line of a stack trace: what stands before the place, the file below the function's folder, line and column. */
const frame = /^(\s*at )(?:(.*) \()?(?:file:\/\/)?\/var\/task\/([^\s():]+\.mjs):(\d+):(\d+)\)?$/

/** The files of functions that a stack trace names, such as `src/wiki/endpoints/create-page.mjs`. */
export const filesIn = (stack: string): string[] => [
  ...new Set(linesOf(stack).flatMap((line) => frame.exec(line)?.[3] ?? [])),
]

/** A stack trace in a record of the log is a string of JSON, or an array of its lines. */
const linesOf = (stack: string): string[] =>
  stack
    .replaceAll('\\n', '\n')
    .split('\n')
    .map((line) => line.replace(/^\s*"(.*)",?$/, '$1'))

/**
 * A stack trace with the places in the sources instead of those in minified files, as far as there are maps. The name
 * of a function is what the next frame has called it by; the minified one stays where that is not known.
 */
export const readableStack = (stack: string, maps: ReadonlyMap<string, string>): string => {
  const traces = new Map([...maps].map(([file, map]) => [file, new TraceMap(map)]))
  const original = (line: string | undefined) => {
    const [, start = '', name, file = '', row, column] = frame.exec(line ?? '') ?? []
    const trace = traces.get(file)
    if (!trace) return undefined
    // columns count from 1 in a stack trace and from 0 in a map
    const at = { line: Number(row), column: Number(column) - 1 }
    const { source, line: sourceRow, column: sourceColumn, name: called } = originalPositionFor(trace, at)
    // the place of an asynchronous frame is its `await`, behind which stands what it has called
    const awaited = { ...at, column: at.column + 'await '.length }
    const callee = name?.startsWith('async ') ? originalPositionFor(trace, awaited).name : called
    return source === null
      ? undefined
      : { source, line: sourceRow, column: sourceColumn, callee, start, minified: name }
  }
  const lines = linesOf(stack)
  return lines
    .map((line, index) => {
      const found = original(line)
      if (!found) return line
      const { start, source, minified } = found
      const name = original(lines[index + 1])?.callee ?? minified
      const place = `${source.replace(/^(\.\.\/)+/, '')}:${found.line}:${found.column + 1}`
      return `${start}${name ? `${name} (${place})` : place}`
    })
    .join('\n')
}
