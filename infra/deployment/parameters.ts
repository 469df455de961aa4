import { UsageError } from '../cli/command.ts'
import { templateFile } from '../template/template.ts'

/** Parameters of a deployment, keyed by their `--param` names, such as `list-shards`. */
export type Parameters = Record<string, string>

/** Returns the command-line name of a parameter: `certificate-arn` for `CertificateArn`. */
export const parameterName = (logicalId: string): string =>
  logicalId.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** Defaults of the parameters that osls reads itself, before a template exists. */
const earlyDefaults: Parameters = { 'worker-percent': '100', tags: '' }

/**
 * Parameters that each `npm run deploy` determines itself: operators cannot set them, and the deployed values are
 * ignored.
 */
const foundOut = ['session-public-keys', 'wopi-public-keys', 'origin-secret-id', 'origin-secret-hashes']

/** Returns the default of every parameter in infra/template/settings.yml. */
const defaultValues = (): Parameters => {
  const { Parameters } = templateFile('settings.yml')
  const entries = Object.entries(Parameters).map(([logicalId, { Default }]) => [
    parameterName(logicalId),
    /^\$\{param:[\w-]+, '(.*)'\}$/.exec(Default)?.[1] ?? '',
  ])
  return { ...(Object.fromEntries(entries) as Parameters), ...earlyDefaults }
}

/**
 * Returns true if operators may set a parameter and deployments keep it. The table is protected unless the command says
 * otherwise.
 */
export const isParameterKept = (name: string): boolean =>
  !foundOut.includes(name) && name !== 'table-protection'

/** Returns the values of a deployment without any `--param`. */
export const keptDefaults = (): Parameters =>
  Object.fromEntries(Object.entries(defaultValues()).filter(([name]) => isParameterKept(name)))

/**
 * Parses `--param` options; an empty value means the default. Throws a UsageError if a parameter is unknown, repeated,
 * or determined by the deployment itself.
 */
export const parseParameters = (options: readonly string[]): Parameters => {
  const known = defaultValues()
  const given: Parameters = {}
  for (const option of options) {
    const [, name, value] = /^([\w-]+)=(.*)$/s.exec(option) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--param must be <name>=<value>, not "${option}".`)
    if (!(name in known))
      throw new UsageError(
        `The parameter "${name}" does not exist; infra/template/settings.yml lists them all.`,
      )
    if (foundOut.includes(name))
      throw new UsageError(`The parameter "${name}" is set by npm run deploy; leave it out.`)
    if (name in given) throw new UsageError(`The parameter "${name}" is given twice.`)
    given[name] = value.trim() || (known[name] ?? '')
  }
  return given
}

/**
 * Returns the osls options for these values. osls rejects empty values; they equal the defaults of their parameters.
 */
export const parameterOptions = (values: Parameters): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [`--param=${name}=${value}`]))
