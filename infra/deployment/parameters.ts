import { UsageError } from '../command.ts'
import { templateFile } from '../template.ts'

/** The values of a deployment's parameters, by the names that `--param` takes, such as `list-shards`. */
export type Parameters = Record<string, string>

/** `CertificateArn` is `certificate-arn` on the command line. */
export const parameterName = (logicalId: string): string =>
  logicalId.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** What osls reads itself, before there is a template. */
const earlyDefaults: Parameters = { 'worker-percent': '100', tags: '' }

/** What `npm run deploy` finds out each time: nobody gives it, and the stack's value of today says nothing. */
const foundOut = ['session-public-keys', 'wopi-public-keys', 'origin-secret-id', 'origin-secret-hashes']

/** The default of every parameter, as infra/settings.yml says it. */
const defaultValues = (): Parameters => {
  const { Parameters } = templateFile('settings.yml')
  const entries = Object.entries(Parameters).map(([logicalId, { Default }]) => [
    parameterName(logicalId),
    /^\$\{param:[\w-]+, '(.*)'\}$/.exec(Default)?.[1] ?? '',
  ])
  return { ...(Object.fromEntries(entries) as Parameters), ...earlyDefaults }
}

/** Those that an operator may give and a deployment keeps. A table is protected unless the command says otherwise. */
export const isKept = (name: string): boolean => !foundOut.includes(name) && name !== 'table-protection'

/** The values of a deployment that is told nothing. */
export const keptDefaults = (): Parameters =>
  Object.fromEntries(Object.entries(defaultValues()).filter(([name]) => isKept(name)))

/**
 * The parameters in `--param` options. Throws a UsageError for what is no parameter, is given twice, or is found out by
 * the deployment itself. An empty value is the default.
 */
export const parseParameters = (options: readonly string[]): Parameters => {
  const known = defaultValues()
  const given: Parameters = {}
  for (const option of options) {
    const [, name, value] = /^([\w-]+)=(.*)$/s.exec(option) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--param must be <name>=<value>, not "${option}".`)
    if (!(name in known))
      throw new UsageError(`There is no parameter "${name}"; infra/settings.yml lists them all.`)
    if (foundOut.includes(name))
      throw new UsageError(`The parameter "${name}" is set by npm run deploy; leave it out.`)
    if (name in given) throw new UsageError(`The parameter "${name}" is given twice.`)
    given[name] = value.trim() || (known[name] ?? '')
  }
  return given
}

/** The options that give osls these values. It takes no empty ones: those are the defaults of their parameters. */
export const parameterOptions = (values: Parameters): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [`--param=${name}=${value}`]))
