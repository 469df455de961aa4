import { isDeepStrictEqual } from 'node:util'
import { fieldSchemaName, singular, componentSubject } from './names.ts'
import type { JsonSchema } from './schema.ts'

export type Components = Record<string, JsonSchema>

type Reference = { $ref: string }

export const schemaReference = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` })

/** Returns the name of the component to which a schema refers. */
export const nameIn = ({ $ref }: JsonSchema): string | undefined => $ref?.split('/').at(-1)

/**
 * Adds a schema to the components and returns its name: `preferred`, or `otherwise` if a different schema has this
 * name. Equal schemas share a name. Throws if both names are taken.
 */
export const placeSchema = (
  components: Components,
  schema: JsonSchema,
  preferred: string,
  otherwise = preferred,
): string => {
  const same = (name: string) =>
    isDeepStrictEqual(withoutDescriptions(components[name]), withoutDescriptions(schema))
  const name = [preferred, otherwise].find((name) => !components[name] || same(name))
  if (name === undefined) throw new Error(`Two schemas are called ${otherwise}: one needs .meta({ id }).`)
  components[name] ??= schema
  return name
}

/** Removes the description and examples; schemas that differ only in these are equal. */
const withoutDescriptions = (schema: JsonSchema | undefined) => {
  const { description: _, examples: __, ...rest } = schema ?? {}
  return rest
}

/** Position of a schema in a component. */
interface Site {
  /** Field names on the path to the schema. */
  path: string[]
  schema: JsonSchema
  replace: (schema: JsonSchema) => void
}

/** Yields every schema under the fields of `schema`, outer ones first; does not follow references. */
export function* sitesIn(schema: JsonSchema, path: string[] = []): Generator<Site> {
  const children: Site[] = Object.entries((schema.properties ?? {}) as Components).map(([field, child]) => ({
    path: [...path, field],
    schema: child,
    replace: (by) => void (schema.properties = { ...schema.properties, [field]: by }),
  }))
  if (typeof schema.items === 'object' && path.length > 0)
    children.push({
      path: path.with(-1, singular(path.at(-1) ?? '')),
      schema: schema.items as JsonSchema,
      replace: (by) => void (schema.items = by),
    })
  yield* children
  for (const child of children) yield* sitesIn(child.schema, child.path)
}

/** Returns the values of an enum that offers a choice; undefined if it has fewer than two. */
const enumChoices = ({ enum: values = [] }: JsonSchema) => {
  const choices = values.filter((value) => value !== null)
  return choices.length > 1 ? choices : undefined
}

const schemaTypes = ({ type }: JsonSchema): unknown[] => [type ?? []].flat()

/**
 * Returns the replacement for an extracted component: a reference, or null if allowed, with the field's own keywords.
 */
const referring = (schema: JsonSchema, name: string, own: JsonSchema): JsonSchema =>
  schemaTypes(schema).includes('null')
    ? { anyOf: [schemaReference(name), { type: 'null' }], ...own }
    : { ...schemaReference(name), ...own }

/** Returns `made` with the description of `schema`, if any. */
const described = (made: object, { description }: JsonSchema) =>
  ({ ...made, ...(description && { description }) }) as JsonSchema

/** Returns a name after the subject of the component, and one after its owner if the first is taken. */
const candidateNames = (path: string[], subject: string, owner: string) =>
  [fieldSchemaName(subject, path), fieldSchemaName(owner, path)] as const

const isNamedObject = ({ path, schema }: Site) =>
  path.length > 0 && schemaTypes(schema).includes('object') && schema.properties !== undefined

/** Names the enums and objects inside components and parameters, each after its subject. */
export const fieldNames = (components: Components) => {
  const known = new Map<string, string>()

  const nameEnum = ({ path, schema, replace }: Site, subject: string, owner: string) => {
    const choices = enumChoices(schema)
    if (!choices) return
    const key = `${subject} ${JSON.stringify(choices)}`
    const component = described({ type: 'string', enum: choices }, schema)
    const name = known.get(key) ?? placeSchema(components, component, ...candidateNames(path, subject, owner))
    known.set(key, name)
    const { type: _, enum: __, ...own } = schema
    replace(referring(schema, name, own))
  }

  const nameObject = ({ path, schema, replace }: Site, subject: string, owner: string) => {
    const { description: _, default: __, ...rest } = schema
    const component = described({ ...rest, type: 'object' }, schema)
    const name = placeSchema(components, component, ...candidateNames(path, subject, owner))
    replace(referring(schema, name, described({}, schema)))
  }

  return {
    /** Names the schemas in the fields of the component `owner`; `subject` is the noun it is about. */
    nameFields: (owner: string, subject = componentSubject(owner)) => {
      const schema = components[owner] as JsonSchema
      for (const site of sitesIn(schema)) nameEnum(site, subject, owner)
      // inner objects first: objects are compared by their references
      for (const site of [...sitesIn(schema)].toReversed())
        if (isNamedObject(site)) nameObject(site, subject, owner)
    },
    nameParameter: (parameter: { name: string; schema: JsonSchema }, subject: string) => {
      const replace = (by: JsonSchema) => void (parameter.schema = by)
      const whole = { path: [parameter.name], schema: parameter.schema, replace }
      for (const site of [whole, ...sitesIn(parameter.schema, whole.path)]) nameEnum(site, subject, subject)
    },
  }
}
