import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation'
import { stackOf } from '../cli/stage.ts'

/** Returns the URL of a stack's service, chosen like the links in functions (infra/functions/setting-variables.ts). */
export const addressOf = ({
  Parameters = [],
  Outputs = [],
}: Pick<Stack, 'Parameters' | 'Outputs'>): string => {
  const parameter = (name: string) => Parameters.find((one) => one.ParameterKey === name)?.ParameterValue
  const output = (name: string) => Outputs.find((one) => one.OutputKey === name)?.OutputValue
  const domain = parameter('Domain') || parameter('DistributionDomain')
  const address =
    parameter('PublicUrl') ||
    (domain && `https://${domain}`) ||
    output('DistributionUrl') ||
    output('GatewayUrl')
  if (!address) throw new Error('The stack does not tell where its service is: it has no output GatewayUrl.')
  return address.replace(/\/+$/, '')
}

/**
 * Returns the URL of the gateway behind a stack's distribution; undefined without a distribution, or if the stack has
 * no output for it.
 */
export const gatewayBehind = ({ Outputs = [] }: Pick<Stack, 'Outputs'>): string | undefined => {
  const output = (name: string) => Outputs.find((one) => one.OutputKey === name)?.OutputValue
  return output('DistributionUrl') && output('GatewayUrl')
}

export const addressesOfStage = async (
  stage: string,
  region: string,
): Promise<{ url: string; gatewayUrl?: string | undefined }> => {
  const client = new CloudFormationClient({ region })
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackOf(stage) }))
  const stack = Stacks[0] ?? {}
  return { url: addressOf(stack), gatewayUrl: gatewayBehind(stack) }
}
