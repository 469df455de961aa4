import {
  DescribeActiveReceiptRuleSetCommand,
  SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses'
import { UsageError } from '../cli/command.ts'
import type { Parameters } from './parameters.ts'

/** Name with which `--confirm` allows the rule set of the stack to become the active one. */
const confirmation = 'receipt-rule-set'

const receivesMail = (parameters: Parameters | undefined) => Boolean(parameters?.['mail-inbound'])

const activeRuleSet = async (client: SESClient): Promise<string | undefined> =>
  (await client.send(new DescribeActiveReceiptRuleSetCommand())).Metadata?.Name

/** Activates a rule set for the account and region; without a name, SES receives no more mail. */
const setActive = (client: SESClient, RuleSetName?: string) =>
  client.send(new SetActiveReceiptRuleSetCommand({ RuleSetName }))

/** Stops receiving mail for this stack; CloudFormation cannot delete an active rule set. */
export const endReception = async (
  region: string,
  stack: string,
  today: Parameters | undefined,
): Promise<void> => {
  if (!receivesMail(today)) return
  const client = new SESClient({ region })
  if ((await activeRuleSet(client)) === stack) await setActive(client)
}

/**
 * Prepares the active rule set, the only one per account and region: deactivates the stack's own before the deployment
 * if it no longer receives mail, and returns the function to call after the deployment. Throws if the stack's rule set
 * would become active without confirmation.
 */
export const prepareReception = async (
  { region, stack }: { region: string; stack: string },
  today: Parameters | undefined,
  next: Parameters,
  confirmed: readonly string[],
): Promise<() => Promise<void>> => {
  if (!receivesMail(next)) await endReception(region, stack, today)
  if (!receivesMail(next)) return async () => {}
  const client = new SESClient({ region })
  const active = await activeRuleSet(client)
  if (active === stack) return async () => {}
  if (!confirmed.includes(confirmation))
    throw new UsageError(
      `${active === undefined ? 'No rule set' : `The rule set ${active}`} receives mail in this account and region. ` +
        `--confirm=${confirmation} makes ${stack} receive it instead.`,
    )
  return async () => void (await setActive(client, stack))
}
