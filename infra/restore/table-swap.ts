import type { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import type { TableDescription } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { executeChange } from '../deployment/change-set.ts'
import type { Template } from '../template/template.ts'

type Deployed = Pick<Template, 'Resources'> & Partial<Template>

/** Returns the values of a table for a template's references, by attribute. */
const tableAttributes = ({
  TableName,
  TableArn,
  LatestStreamArn,
}: TableDescription): Record<string, string> => {
  if (!TableName || !TableArn || !LatestStreamArn) throw new Error(`The table ${TableName} has no stream.`)
  return { Arn: TableArn, StreamArn: LatestStreamArn, Ref: TableName }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Removes the table from a template, and replaces all references to it by literal values: CloudFormation releases the
 * table, and the resources that use it do not change (decision 0040).
 */
export const withoutTable = (template: Deployed, table: TableDescription): Deployed => {
  const attributes = tableAttributes(table)
  const literal = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replaceAll(
        /\$\{Table(?:\.(\w+))?\}/g,
        (_, name = 'Ref') => attributes[name as string] ?? '',
      )
    if (Array.isArray(value)) return value.map(literal)
    if (!isObject(value)) return value
    const attribute = value['Fn::GetAtt']
    if (value['Ref'] === 'Table') return attributes['Ref']
    if (Array.isArray(attribute) && attribute[0] === 'Table') return attributes[String(attribute[1])]
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => {
        if (name !== 'DependsOn') return [[name, literal(part)]]
        const others = [part].flat().filter((id) => id !== 'Table')
        return others.length > 0 ? [[name, others]] : []
      }),
    )
  }
  const { Table: _, ...others } = template.Resources
  return literal({ ...template, Resources: others }) as Deployed
}

interface Swap {
  cloudFormation: CloudFormationClient
  s3: S3Client
  region: string
  stack: string
  /** Bucket for templates, which are too long to be sent in a call. */
  deploymentBucket: string
  source: TableDescription
  target: string
}

/**
 * Returns the key of a saved template. The templates are kept until the swap is complete, because the stack's own
 * template changes with its first step.
 */
const swapObjectKey = ({ stack, target }: Swap, name: string) => `restore/${stack}/${target}/${name}.json`

const putTemplate = async (swap: Swap, name: string, template: Deployed): Promise<string> => {
  const { s3, deploymentBucket: Bucket, region } = swap
  const Key = swapObjectKey(swap, name)
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(template) }))
  return `https://s3.${region}.amazonaws.com/${Bucket}/${Key}`
}

const deployedTemplate = async ({ cloudFormation, stack }: Swap): Promise<Deployed> => {
  const input = { StackName: stack, TemplateStage: 'Original' } as const
  const { TemplateBody = '{}' } = await cloudFormation.send(new GetTemplateCommand(input))
  return JSON.parse(TemplateBody) as Deployed
}

/** Returns the template from before the first step, if an earlier attempt was interrupted. */
const findKept = async (swap: Swap): Promise<Deployed | undefined> => {
  try {
    const input = { Bucket: swap.deploymentBucket, Key: swapObjectKey(swap, 'whole') }
    const { Body } = await swap.s3.send(new GetObjectCommand(input))
    return JSON.parse((await Body?.transformToString()) ?? '') as Deployed
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

/**
 * Replaces the table of a stack in three changes: releases the old table, imports the new one, and refers to it. The
 * old table stays unchanged. An interrupted attempt continues.
 */
export const swapTable = async (swap: Swap, show: (step: string) => void): Promise<void> => {
  const { cloudFormation: client, stack: StackName, source, target } = swap
  const now = await deployedTemplate(swap)
  const whole = (await findKept(swap)) ?? now
  const { Table } = whole.Resources
  if (!Table) throw new Error(`The stack ${StackName} has no table.`)
  const url = await putTemplate(swap, 'whole', whole)
  const parted = withoutTable(whole, source)
  if ('Table' in now.Resources && JSON.stringify(now) === JSON.stringify(whole)) {
    show('releasing the table')
    const TemplateURL = await putTemplate(swap, 'parted', parted)
    await executeChange(client, { StackName, ChangeSetName: 'let-go', TemplateURL })
  }
  if (!('Table' in (await deployedTemplate(swap)).Resources)) {
    show('importing the restored table')
    const imported = { ...parted, Resources: { ...parted.Resources, Table } }
    const TemplateURL = await putTemplate(swap, 'imported', imported)
    const ResourcesToImport = [
      {
        ResourceType: 'AWS::DynamoDB::Table',
        LogicalResourceId: 'Table',
        ResourceIdentifier: { TableName: target },
      },
    ]
    await executeChange(client, { StackName, ChangeSetName: 'import', TemplateURL, ResourcesToImport })
  }
  show('passing it to all functions')
  await executeChange(client, { StackName, ChangeSetName: 'refer', TemplateURL: url })
}
