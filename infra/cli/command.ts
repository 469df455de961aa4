import { parseArgs, type ParseArgsOptionDescriptor, type ParseArgsOptionsConfig } from 'node:util'
import { openProgress, type Progress } from './progress.ts'

/** Options that select a deployment; the short forms equal those of `serverless`. */
export const targetOptions = {
  stage: { type: 'string', short: 's' },
  region: { type: 'string', short: 'r' },
} as const

export const defaultStage = 'dev'
export const defaultRegion = 'eu-central-1'

/** Exit codes of commands (decision 0015). */
const exitCodes = { failed: 1, wrongUse: 2 } as const

/** The command was called in a wrong way and has changed nothing: it ends with exit code 2. */
export class UsageError extends Error {}

interface Command<Options extends ParseArgsOptionsConfig> {
  /** One line for each way to call the command, then its effect, requirements and the settings that it reads. */
  usage: string
  options: Options
  /** Options with numeric values. */
  numbers?: readonly string[]
  /** The allowed positional arguments, or a pattern that all of them must match; none by default. */
  words?: readonly string[] | RegExp
  /** False if unknown options and arguments belong to another program. */
  strict?: boolean
}

type ValueOf<Option extends ParseArgsOptionDescriptor> = Option extends { multiple: true }
  ? string[]
  : Option extends { type: 'boolean' }
    ? boolean
    : string

export type ValuesOf<Options extends ParseArgsOptionsConfig> = {
  -readonly [Name in keyof Options]?: ValueOf<Options[Name]>
}

interface Arguments<Options extends ParseArgsOptionsConfig> {
  values: ValuesOf<Options>
  words: string[]
}

const parse = <Options extends ParseArgsOptionsConfig>({
  options,
  words = [],
  numbers = [],
  strict = true,
}: Command<Options>): Arguments<Options> & { help: boolean } => {
  const { values, positionals } = parseArgs({
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict,
  })
  const { help, ...others } = values as Record<string, unknown>
  const given = Object.entries(others).filter(([name]) => name in options)
  for (const [name, value] of given)
    if (value === true && options[name]?.type === 'string' && !help)
      throw new UsageError(`--${name} needs a value.`)
  for (const [name, value] of given)
    if (numbers.includes(name) && !help && !/^\d+(\.\d+)?$/.test(String(value)))
      throw new UsageError(`--${name} must be a number, not "${String(value)}".`)
  const isKnown = (word: string) => (words instanceof RegExp ? words.test(word) : words.includes(word))
  const unknown = positionals.find((word) => !isKnown(word))
  if (strict && !help && unknown !== undefined) {
    const known =
      !(words instanceof RegExp) && words.length > 0
        ? `It takes ${words.join(', ')}.`
        : 'It only takes options.'
    throw new UsageError(`"${unknown}" is unknown. ${known}`)
  }
  return { values: Object.fromEntries(given) as ValuesOf<Options>, words: positionals, help: help === true }
}

const isWrongUse = (error: unknown) =>
  error instanceof UsageError ||
  String((error as { code?: unknown } | undefined)?.code).startsWith('ERR_PARSE_ARGS_')

/** Prints one line about the error, and returns the exit code. */
const printUsageError = (error: unknown, usage: string): number => {
  const message = error instanceof Error ? error.message : String(error)
  if (!isWrongUse(error)) {
    process.stderr.write(`${message}\n`)
    return exitCodes.failed
  }
  // Node appends advice about positional arguments to its first sentence
  process.stderr.write(`${message.replace(/\. To specify a positional argument[^]*/, '.')}\n`)
  const called = /npm (?:run )?(?:-s )?[\w:-]+/.exec(usage)?.[0]
  process.stderr.write(`Usage: ${called} -- --help\n`)
  return exitCodes.wrongUse
}

/**
 * Returns the options and positional arguments of a command. With `--help` or `-h`, prints the usage and ends the
 * process; prints the error and ends the process if the command was called in a wrong way.
 */
export const readArguments = <const Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
): Arguments<Options> => {
  try {
    const { help, ...given } = parse(command)
    if (!help) return given
    process.stdout.write(`Usage: ${command.usage.trim()}\n`)
  } catch (error) {
    process.exit(printUsageError(error, command.usage))
  }
  process.exit(0)
}

/**
 * Runs a command: shows its progress on a terminal, and prints one line about the result or the error. Ends with exit
 * code 0 on success, 1 on failure, and 2 if the command was called in a wrong way.
 */
export const runCommand = async <const Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
  work: (values: ValuesOf<Options>, words: string[], progress: Progress) => Promise<string>,
): Promise<void> => {
  const { values, words } = readArguments(command)
  const progress = openProgress()
  try {
    const done = await work(values, words, progress)
    progress.clear()
    process.stdout.write(`${done}\n`)
  } catch (error) {
    progress.clear()
    process.exitCode = printUsageError(error, command.usage)
  }
}
