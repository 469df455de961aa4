import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Where a deployment is; the short forms are those of `serverless`. */
export const targetOptions = {
  stage: { type: 'string', short: 's' },
  region: { type: 'string', short: 'r' },
} as const

export const defaultStage = 'dev'
export const defaultRegion = 'eu-central-1'

interface Command {
  /** One line for each way to call it. */
  usage: string
  options: ParseArgsOptionsConfig
  /** Options that are not ours are left to another program. */
  strict?: boolean
}

type Values = Record<string, string | undefined>

const requireValues = (values: object): Values => {
  const given = Object.entries(values)
  for (const [name, value] of given) if (value === true) throw new Error(`--${name} needs a value.`)
  return Object.fromEntries(given) as Values
}

/**
 * Runs a command of the operator's, and says in one line what it did, or with exit code 1 what is wrong. With
 * `--help` it shows how it is called and does nothing.
 */
export const runCommand = async (
  { usage, options, strict = true }: Command,
  work: (values: Values, verbs: string[]) => Promise<string>,
): Promise<void> => {
  try {
    const { values, positionals } = parseArgs({
      options: { ...options, ...targetOptions, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict,
    })
    const { help, ...given } = values
    const known = Object.entries(given).filter(([name]) => name in options || name in targetOptions)
    process.stdout.write(
      help ? `Usage: ${usage}\n` : `${await work(requireValues(Object.fromEntries(known)), positionals)}\n`,
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
