import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { isNode, parseDocument, visit, YAMLMap, type Document, type Node } from 'yaml'
import { defaultStage } from '../cli/command.ts'

export interface TemplateResource {
  Type: string
  Condition?: string
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
  DependsOn?: string[]
  Properties?: Record<string, unknown>
}

export interface Template {
  Parameters: Record<string, { Type: string; Default: string; Description: string; AllowedPattern?: string }>
  Conditions: Record<string, object>
  Rules: Record<
    string,
    { RuleCondition?: object; Assertions: { Assert: object; AssertDescription: string }[] }
  >
  Resources: Record<string, TemplateResource>
  Outputs: Record<string, { Condition?: string; Value: object }>
}

/** Returns the properties of a resource, in the type that the caller expects; throws if it does not exist. */
export const resourceProperties = <T>({ Resources }: Pick<Template, 'Resources'>, id: string): T => {
  const resource = Resources[id]
  if (!resource) throw new Error(`The template has no resource "${id}".`)
  return (resource.Properties ?? {}) as T
}

/**
 * Converts a tag to its long form: `{Ref: x}` for `!Ref x`, `{Fn::Sub: x}` for `!Sub x`; splits `!GetAtt a.b` into two
 * parts.
 */
const longForm = (document: Document, node: Node): Node | undefined => {
  const tag = /^!(\w+)$/.exec(node.tag ?? '')?.[1]
  if (tag === undefined) return undefined
  delete node.tag
  const name = tag === 'Ref' || tag === 'Condition' ? tag : `Fn::${tag}`
  const value: unknown = tag === 'GetAtt' ? node.toJS(document).split(/\.(.*)/s, 2) : node
  const map = new YAMLMap(document.schema)
  map.add(document.createPair(name, value))
  if ('anchor' in node && typeof node.anchor === 'string') {
    map.anchor = node.anchor
    delete node.anchor
  }
  return map
}

/** Returns a file of infra/ as CloudFormation reads it, except for the deployment's parameters, which osls inserts. */
export const templateFile = (name: string): Template => {
  const document = parseDocument(readFileSync(join(import.meta.dirname, name), 'utf8'), {
    merge: true,
    logLevel: 'silent',
  })
  visit(document, { Node: (_, node) => (isNode(node) ? longForm(document, node) : undefined) })
  return document.toJS() as Template
}

/** Replaces parameter references of osls by their defaults. */
const withDefaults = ({ Parameters = {}, ...rest }: Partial<Template>): Partial<Template> => {
  for (const parameter of Object.values(Parameters))
    parameter.Default = parameter.Default.replace(/^\$\{param:[\w-]+, '(.*)'\}$/, '$1')
  return { Parameters, ...rest }
}

type Bridge = Record<string, (given: object) => Promise<Partial<Template>>>

/** Reads one entry of the resources in serverless.yml: a file, or the result of a function of the bridge. */
const readPart = async (root: string, entry: string): Promise<Partial<Template>> => {
  const [, file = '', name] = /^\$\{file\(([\w/.-]+)\)(?::(\w+))?\}$/.exec(entry) ?? []
  if (name === undefined) return withDefaults(templateFile(basename(file)))
  const bridge = createRequire(import.meta.url)(join(root, file)) as Bridge
  const given = {
    resolveConfigurationProperty: async () => defaultStage,
    resolveVariable: async (text: string) => text.replace(/^param:[\w-]+, '(.*)'$/, '$1'),
  }
  return (bridge[name] as Bridge[string])(given)
}

/**
 * Composes the resources of serverless.yml: the template without the parts that packaging adds, above all functions.
 */
export const composeTemplate = async (): Promise<Template> => {
  const root = join(import.meta.dirname, '../..')
  const { resources } = parseDocument(readFileSync(join(root, 'serverless.yml'), 'utf8')).toJS() as {
    resources: string[]
  }
  const template: Template = { Parameters: {}, Conditions: {}, Rules: {}, Resources: {}, Outputs: {} }
  for (const part of await Promise.all(resources.map((entry) => readPart(root, entry))))
    for (const section of Object.keys(template) as (keyof Template)[])
      Object.assign(template[section], part[section])
  return template
}
