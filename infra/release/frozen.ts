import { isDeepStrictEqual } from 'node:util'
import type { TemplateResource, Template } from '../template/template.ts'

/**
 * Properties whose change replaces the resource ("Update requires: Replacement" in CloudFormation's reference) or
 * fails, for each resource type that holds data or has a published address.
 */
const fixedProperties: Record<string, readonly string[]> = {
  'AWS::ApiGateway::DomainName': ['DomainName'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
  'AWS::CloudFront::Distribution': [],
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'LocalSecondaryIndexes', 'ImportSourceSpecification'],
  'AWS::EFS::FileSystem': ['Encrypted', 'KmsKeyId', 'PerformanceMode', 'AvailabilityZoneName'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
}

interface Index {
  KeySchema: unknown
  Projection: unknown
}

interface FrozenResource {
  type: string
  condition?: string
  properties: Record<string, unknown>
  /** Indexes and key types of a table, by name. */
  indexes?: Record<string, Index>
  attributes?: Record<string, string>
}

/** Parts of the template that a stack update cannot change, by logical ID. */
export type Frozen = Record<string, FrozenResource>

interface TableProperties {
  GlobalSecondaryIndexes?: (Index & { IndexName: string })[]
  AttributeDefinitions?: { AttributeName: string; AttributeType: string }[]
}

const frozenResource = ({ Type, Condition, Properties = {} }: TemplateResource): FrozenResource => {
  const fixed = (fixedProperties[Type] ?? []).filter((name) => name in Properties)
  const { GlobalSecondaryIndexes = [], AttributeDefinitions = [] } = Properties as TableProperties
  return {
    type: Type,
    ...(Condition !== undefined && { condition: Condition }),
    properties: Object.fromEntries(fixed.map((name) => [name, Properties[name] as unknown])),
    ...(Type.startsWith('AWS::DynamoDB::') && {
      indexes: Object.fromEntries(
        GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => [
          IndexName,
          { KeySchema, Projection },
        ]),
      ),
      attributes: Object.fromEntries(
        AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
      ),
    }),
  }
}

export const toFrozen = ({ Resources }: Pick<Template, 'Resources'>): Frozen =>
  Object.fromEntries(
    Object.entries(Resources)
      .filter(([, { Type }]) => Type in fixedProperties)
      .map(([id, resource]) => [id, frozenResource(resource)])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  )

/** Returns the names that exist in both objects with different values. */
const differingNames = (
  before: Record<string, unknown> = {},
  after: Record<string, unknown> = {},
): string[] =>
  Object.keys(before).filter((name) => name in after && !isDeepStrictEqual(before[name], after[name]))

const missingNames = (before: object = {}, after: object = {}): string[] =>
  Object.keys(before).filter((name) => !(name in after))

const frozenRefusals = (id: string, before: FrozenResource, after: FrozenResource | undefined): string[] => {
  if (!after) return [`${id} is gone: what it holds would go with it, or stay behind.`]
  if (after.type !== before.type) return [`${id} is another type of resource, ${after.type}.`]
  const names = [...new Set([...Object.keys(before.properties), ...Object.keys(after.properties)])]
  const replaced = names.filter((name) => !isDeepStrictEqual(before.properties[name], after.properties[name]))
  const touched = [
    ...missingNames(before.indexes, after.indexes),
    ...missingNames(after.indexes, before.indexes),
  ]
  return [
    ...(after.condition === before.condition ? [] : [`${id} has another condition, which may take it away.`]),
    ...replaced.map((name) => `${id} would be replaced, for its ${name} is another.`),
    ...differingNames(before.indexes, after.indexes).map(
      (name) => `${id} cannot change its index ${name}: make one of another name.`,
    ),
    ...differingNames(before.attributes, after.attributes).map(
      (name) => `${id} cannot change the type of ${name}.`,
    ),
    ...(touched.length > 1
      ? [`${id} cannot add or remove more than one index at once: ${touched.join(', ')}.`]
      : []),
  ]
}

/** Returns one sentence for each change between two templates that an update cannot make, or that would lose data. */
export const refusedUpdates = (released: Frozen, next: Frozen): string[] =>
  Object.entries(released).flatMap(([id, before]) => frozenRefusals(id, before, next[id]))
