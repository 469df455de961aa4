import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation'
import { toStackName } from '../cli/stage.ts'

/** Returns the URL of a stack's service, chosen like the links in functions (infra/functions/setting-variables.ts). */
export const deploymentAddress = ({
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
  if (!address) throw new Error('The stack has no output GatewayUrl, the address of its service.')
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

const describeStage = async (
  stage: string,
  region: string,
): Promise<Pick<Stack, 'Parameters' | 'Outputs'>> => {
  const client = new CloudFormationClient({ region })
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: toStackName(stage) }))
  return Stacks[0] ?? {}
}

export const addressesOfStage = async (
  stage: string,
  region: string,
): Promise<{ url: string; gatewayUrl?: string | undefined }> => {
  const stack = await describeStage(stage, region)
  return { url: deploymentAddress(stack), gatewayUrl: gatewayBehind(stack) }
}

/** Returns the variables of a stage on which links and mail depend. */
export const linkVariables = async (stage: string, region: string) => {
  const stack = await describeStage(stage, region)
  const from = stack.Parameters?.find(({ ParameterKey }) => ParameterKey === 'MailFrom')
  return { PUBLIC_URL: deploymentAddress(stack), MAIL_FROM: from?.ParameterValue ?? '' }
}
