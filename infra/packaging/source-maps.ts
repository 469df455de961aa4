import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'

/** Line of a stack trace: the text before the position, the file under the function's folder, line and column. */
const frame = /^(\s*at )(?:(.*) \()?(?:file:\/\/)?\/var\/task\/([^\s():]+\.mjs):(\d+):(\d+)\)?$/

/** Returns the functions' files in a stack trace, such as `src/wiki/endpoints/create-page.mjs`. */
export const filesIn = (stack: string): string[] => [
  ...new Set(stackLines(stack).flatMap((line) => frame.exec(line)?.[3] ?? [])),
]

/** Splits a stack trace into lines; in a log record it is a JSON string, or an array of lines. */
const stackLines = (stack: string): string[] =>
  stack
    .replaceAll('\\n', '\n')
    .split('\n')
    .map((line) => line.replace(/^\s*"(.*)",?$/, '$1'))

/**
 * Replaces positions in minified files by positions in the sources, if their maps exist. The name of a function is the
 * name by which the next frame calls it; the minified name stays if that is unknown.
 */
export const readableStack = (stack: string, maps: ReadonlyMap<string, string>): string => {
  const traces = new Map([...maps].map(([file, map]) => [file, new TraceMap(map)]))
  const original = (line: string | undefined) => {
    const [, start = '', name, file = '', row, column] = frame.exec(line ?? '') ?? []
    const trace = traces.get(file)
    if (!trace) return undefined
    // columns start at 1 in a stack trace and at 0 in a map
    const at = { line: Number(row), column: Number(column) - 1 }
    const { source, line: sourceRow, column: sourceColumn, name: called } = originalPositionFor(trace, at)
    // the position of an asynchronous frame is its `await`; the called function follows it
    const awaited = { ...at, column: at.column + 'await '.length }
    const callee = name?.startsWith('async ') ? originalPositionFor(trace, awaited).name : called
    return source === null
      ? undefined
      : { source, line: sourceRow, column: sourceColumn, callee, start, minified: name }
  }
  const lines = stackLines(stack)
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
