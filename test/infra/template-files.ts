import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type CollectionTag, type ScalarTag } from 'yaml'

const infra = join(import.meta.dirname, '../../infra')

interface Resource {
  Type: string
  Condition?: string
  // what a test looks at is what it expects to be there
  // oxlint-disable-next-line no-explicit-any
  Properties: any
}

export interface TemplateFile {
  Parameters: Record<string, { Type: string; Default: string; Description: string; AllowedPattern?: string }>
  Conditions: Record<string, object>
  Rules: Record<string, { RuleCondition?: object; Assertions: object[] }>
  Resources: Record<string, Resource>
  Outputs: Record<string, { Condition?: string; Value: object }>
}

/** `!Ref x` is `{"Ref": "x"}`, `!GetAtt a.b` is `{"Fn::GetAtt": ["a", "b"]}`, any other `!F x` is `{"Fn::F": x}`. */
const keyOf = (name: string) => (['Ref', 'Condition'].includes(name) ? name : `Fn::${name}`)

const scalar = (name: string): ScalarTag => ({
  tag: `!${name}`,
  resolve: (text) => ({ [keyOf(name)]: name === 'GetAtt' ? text.split('.') : text }),
})

const sequence = (name: string): CollectionTag => ({
  tag: `!${name}`,
  collection: 'seq',
  resolve: (items) => ({ [keyOf(name)]: items.toJSON() as unknown }),
})

const customTags = [
  ...['Ref', 'Sub', 'GetAtt', 'Condition'].map(scalar),
  ...['If', 'Equals', 'Not', 'And', 'Or', 'Join', 'Select', 'Split'].map(sequence),
]

/** A file of infra/ as CloudFormation would see it. */
export const templateFile = (name: string): TemplateFile =>
  parse(readFileSync(join(infra, name), 'utf8'), { merge: true, customTags }) as TemplateFile
