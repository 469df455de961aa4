import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalRoute } from '../../infra/local/routes.ts'

/** Where `npm run package` puts the artifacts and the template. */
export const packagedFolder = join(import.meta.dirname, '../../.serverless')

const templateFile = join(packagedFolder, 'cloudformation-template-update-stack.json')

interface Resource {
  Type: string
  // what a program looks at is what it expects to be there
  // oxlint-disable-next-line no-explicit-any
  Properties: any
}

interface Template {
  Parameters: Record<string, { Type: string; Default: string }>
  Conditions: Record<string, unknown>
  Resources: Record<string, Resource>
}

/** The packaged template. Throws when nothing was packaged. */
export const packagedTemplate = (): Template => {
  if (!existsSync(templateFile)) throw new Error('There are no artifacts here: npm run package makes them.')
  return JSON.parse(readFileSync(templateFile, 'utf8')) as Template
}

export interface World {
  /** By the template's parameters; of others the default holds. */
  parameters: Record<string, string>
  /** What `Ref` gives of resources, by their ids. */
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

/** Values of the template as CloudFormation would give them to the resources. Throws for what it does not know. */
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
  /** The artifact. */
  file: string
  /** Not resolved yet. */
  variables: Record<string, unknown>
}

/** The functions of the template, by their logical ids. */
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

/** The routes of the template's API, and whether each takes a stream. */
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

/** The queues that feed workers: the id of the queue's resource, and that of the function's. */
export const sourcesIn = ({ Resources }: Template) =>
  Object.values(Resources)
    .filter(
      ({ Type, Properties }) => Type === 'AWS::Lambda::EventSourceMapping' && !Properties.StartingPosition,
    )
    .map(({ Properties }) => ({
      queue: Properties.EventSourceArn['Fn::GetAtt'][0] as string,
      worker: Properties.FunctionName['Fn::GetAtt'][0] as string,
    }))
