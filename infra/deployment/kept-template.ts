import { templateFile, type Template, type TemplateResource } from '../template/template.ts'
import { templateEvaluator } from './evaluation.ts'
import { isParameterKept, parameterName, type Parameters } from './parameters.ts'

/**
 * Resources that outlive a stack, by logical ID: the template's file, and the property that identifies the resource for
 * an import.
 */
const kept = {
  Table: { file: 'table.yml', identifier: 'TableName' },
  Bucket: { file: 'bucket.yml', identifier: 'BucketName' },
  AuditLockBucket: { file: 'audit-lock.yml', identifier: 'BucketName' },
} as const

export type KeptId = keyof typeof kept

/** Physical names of the retained resources of a deleted stack. */
export type KeptNames = { Table: string; Bucket: string } & Partial<Record<KeptId, string>>

/** Removes references to other resources of the stack, such as the queue that the bucket notifies of uploads. */
const withoutOthers = ({ Properties = {}, Type, ...policies }: TemplateResource): TemplateResource => {
  const { NotificationConfiguration: _, ...own } = Properties
  const { DeletionPolicy, UpdateReplacePolicy } = policies
  return {
    Type,
    ...(DeletionPolicy !== undefined && { DeletionPolicy }),
    ...(UpdateReplacePolicy !== undefined && { UpdateReplacePolicy }),
    Properties: own,
  }
}

const valuesById = ({ Parameters }: Template, values: Parameters) =>
  Object.fromEntries(Object.keys(Parameters).map((id) => [id, values[parameterName(id)] ?? '']))

/**
 * Returns a template with only the retained resources of a stack, and the identifiers that CloudFormation needs to
 * import them. It has the parameters too, so that the next deployment keeps their values.
 */
export const keptTemplate = (names: KeptNames, values: Parameters) => {
  const settings = templateFile('settings.yml')
  const byId = valuesById(settings, { 'table-protection': 'yes', ...values })
  const { evaluate } = templateEvaluator(settings, byId)
  const ids = (Object.keys(kept) as KeptId[]).filter((id) => names[id] !== undefined)
  const resources = ids.map((id) => {
    const resource = templateFile(kept[id].file).Resources[id]
    if (!resource) throw new Error(`${kept[id].file} has no ${id}.`)
    const { Properties, ...rest } = withoutOthers(resource)
    return [id, { ...rest, Properties: evaluate(Properties) as Record<string, unknown> }] as const
  })
  const parameters = Object.entries(settings.Parameters)
    .filter(([id]) => isParameterKept(parameterName(id)))
    .map(([id, definition]) => [id, { ...definition, Default: byId[id] ?? '' }] as const)
  return {
    template: {
      AWSTemplateFormatVersion: '2010-09-09',
      Parameters: Object.fromEntries(parameters),
      Resources: Object.fromEntries(resources),
    },
    imports: ids.map((id) => ({
      ResourceType: resources.find(([one]) => one === id)?.[1].Type,
      LogicalResourceId: id,
      ResourceIdentifier: { [kept[id].identifier]: names[id] as string },
    })),
  }
}
