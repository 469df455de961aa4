import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalRoute } from '../../infra/local/gateway/routes.ts'

/** Output folder of `npm run package`. */
export const packagedFolder = join(import.meta.dirname, '../../.serverless')

const templateFile = join(packagedFolder, 'cloudformation-template-update-stack.json')

interface Resource {
  Type: string
  // each caller knows the shape of the properties that it reads
  // oxlint-disable-next-line no-explicit-any
  Properties: any
}

interface Template {
  Parameters: Record<string, { Type: string; Default: string }>
  Conditions: Record<string, unknown>
  Resources: Record<string, Resource>
}

/** Returns the packaged template. Throws if nothing has been packaged. */
export const packagedTemplate = (): Template => {
  if (!existsSync(templateFile)) throw new Error('There are no artifacts here: npm run package makes them.')
  return JSON.parse(readFileSync(templateFile, 'utf8')) as Template
}

export interface World {
  /** Values of the template's parameters; other parameters have their defaults. */
  parameters: Record<string, string>
  /** Values of `Ref` for resources, by ID. */
  refs: Record<string, string>
}

export const stackName = 'enterprise-platform-dev'

const pseudo: Record<string, string> = {
  'AWS::StackName': stackName,
  'AWS::Region': 'eu-central-1',
  'AWS::AccountId': '000000000000',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
}

/** Returns a function that resolves values of the template as CloudFormation does. It throws for unsupported values. */
export const resolverOf = ({ Parameters, Conditions }: Template, { parameters, refs }: World) => {
  const referenced = (id: string): unknown => {
    const parameter = Parameters[id]
    const value = parameter ? (parameters[id] ?? parameter.Default) : (pseudo[id] ?? refs[id])
    if (value === undefined) throw new Error(`The template refers to ${id}, which is not there.`)
    return parameter?.Type === 'CommaDelimitedList' ? value.split(',') : value
  }

  const functions: Record<string, (given: never) => unknown> = {
    Ref: referenced,
    Condition: (name: string) => resolved(Conditions[name]),
    'Fn::Sub': (text: string) => text.replace(/\$\{([\w:.]+)\}/g, (_, id: string) => String(referenced(id))),
    'Fn::If': ([name, then, otherwise]: [string, unknown, unknown]) =>
      resolved(resolved(Conditions[name]) ? then : otherwise),
    'Fn::Join': ([separator, parts]: [string, unknown]) => (resolved(parts) as string[]).join(separator),
    'Fn::Equals': ([one, other]: [unknown, unknown]) => resolved(one) === resolved(other),
    'Fn::Not': ([condition]: [unknown]) => !resolved(condition),
    'Fn::And': (conditions: unknown[]) => conditions.every(resolved),
  }

  const resolved = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(resolved)
    const [[name, given], ...others] = Object.entries(value) as [[string, unknown], ...unknown[]]
    const make = others.length === 0 ? functions[name] : undefined
    if (!make) throw new Error(`${JSON.stringify(value)} cannot be resolved here.`)
    return make(given as never)
  }
  return resolved
}

export interface PackagedFunction {
  name: string
  handler: string
  seconds: number
  megabytes: number
  file: string
  /** Unresolved values. */
  variables: Record<string, unknown>
}

/** Returns the functions of the template by logical ID. */
export const functionsIn = ({ Resources }: Template): Map<string, PackagedFunction> =>
  new Map(
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
      .map(([id, { Properties }]) => [id, Properties.FunctionName.replace(`${stackName}-`, ''), Properties])
      .map(([id, name, Properties]) => [
        id,
        {
          name,
          handler: Properties.Handler,
          seconds: Properties.Timeout,
          megabytes: Properties.MemorySize,
          file: join(packagedFolder, `${name}.zip`),
          variables: Properties.Environment.Variables,
        },
      ]),
  )

/** Returns the routes of the template's API, and if each streams its response. */
export const routesIn = ({ Resources }: Template): (LocalRoute & { isStream: boolean })[] =>
  Object.entries<Record<string, { 'x-amazon-apigateway-integration': { uri: object } & object }>>(
    Resources['Api']?.Properties.Body.paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-amazon-apigateway-integration': integration }]) => {
      const name = /AWS::StackName\}-([\w-]+)\//.exec(JSON.stringify(integration.uri))?.[1] as string
      const isAny = method === 'x-amazon-apigateway-any-method'
      const isStream = 'responseTransferMode' in integration
      return { path, method: isAny ? 'ANY' : method.toUpperCase(), name, isStream }
    }),
  )

/** Returns the queues that feed workers: the logical IDs of the queue and of its function. */
export const sourcesIn = ({ Resources }: Template) =>
  Object.values(Resources)
    .filter(
      ({ Type, Properties }) => Type === 'AWS::Lambda::EventSourceMapping' && !Properties.StartingPosition,
    )
    .map(({ Properties }) => ({
      queue: Properties.EventSourceArn['Fn::GetAtt'][0] as string,
      worker: Properties.FunctionName['Fn::GetAtt'][0] as string,
    }))
