import {
  CloudFormationServiceException,
  DescribeStacksCommand,
  type CloudFormationClient,
  type Stack,
  type Tag,
} from '@aws-sdk/client-cloudformation'
import { keptDefaults, parameterName, type Parameters } from './parameters.ts'

/** Returns the description of a stack; undefined if it does not exist. */
export const findStack = async (
  client: CloudFormationClient,
  StackName: string,
): Promise<Stack | undefined> => {
  try {
    return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0]
  } catch (error) {
    if (error instanceof CloudFormationServiceException && error.name === 'ValidationError') return undefined
    throw error
  }
}

/** The tags that every stack has (infra/template/tags.ts); osls would add `STAGE` itself. */
const ownTags = ['service', 'stage']

const isGivenTag = ({ Key = '' }: Tag) => !ownTags.includes(Key.toLowerCase())

/**
 * Returns the parameters of the last deployment; undefined if the stack has no parameters yet. Parameters that osls
 * reads before a template exists are in the stack's tags and outputs.
 */
export const deployedParameters = (stack: Stack | undefined): Parameters | undefined => {
  if (!stack?.Parameters?.length) return undefined
  const defaults = keptDefaults()
  const values = stack.Parameters.map(({ ParameterKey = '', ParameterValue = '' }) => [
    parameterName(ParameterKey),
    ParameterValue,
  ])
  const tags = (stack.Tags ?? []).filter(isGivenTag).map(({ Key, Value }) => `${Key}=${Value}`)
  const percent = stack.Outputs?.find(({ OutputKey }) => OutputKey === 'WorkerPercent')?.OutputValue
  const today: Parameters = {
    ...(Object.fromEntries(values) as Parameters),
    tags: tags.join(','),
    ...(percent !== undefined && { 'worker-percent': percent }),
  }
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, today[name] ?? value] as const),
  )
}
