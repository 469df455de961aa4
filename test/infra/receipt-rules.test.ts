import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { endReception, prepareReception } from '../../infra/deployment/receipt-rules.ts'
import { startAccount } from '../support/aws-account.ts'

const target = { region: 'eu-central-1', stack: 'enterprise-platform-prod' }
const [off, on] = [{ 'mail-inbound': '' }, { 'mail-inbound': 'mail.example.com' }]

let account: Awaited<ReturnType<typeof startAccount>>

beforeEach(async () => {
  account = await startAccount()
  process.env['AWS_ENDPOINT_URL_SES'] = account.endpoint
  onTestFinished(() => {
    delete process.env['AWS_ENDPOINT_URL_SES']
    account.stop()
  })
})

describe('a deployment that receives mail', () => {
  test.each([
    ['', 'No rule set receives mail'],
    ['marketing', 'The rule set marketing receives mail'],
  ])('needs a confirmation to replace the active rule set "%s"', async (active, sentence) => {
    account.activeRuleSet = active

    await expect(prepareReception(target, off, on, ['mail-inbound'])).rejects.toThrow(sentence)

    expect(account.activeRuleSet).toBe(active)
  })

  test('activates its rule set once, after the deployment has created it', async () => {
    account.activeRuleSet = 'marketing'

    const begin = await prepareReception(target, off, on, ['receipt-rule-set'])
    const before = account.activeRuleSet
    await begin()
    const again = await prepareReception(target, on, on, [])
    await again()

    expect([before, account.activeRuleSet]).toEqual(['marketing', target.stack])
    expect(account.calls.filter((call) => call.includes('SetActive'))).toHaveLength(1)
  })
})

describe('the end of reception', () => {
  test.each([
    ['a deployment without it', () => prepareReception(target, on, off, [])],
    ['a teardown', () => endReception(target.region, target.stack, on)],
  ])('by %s deactivates only the rule set of the stack', async (_, end) => {
    account.activeRuleSet = target.stack
    await end()
    const own = account.activeRuleSet
    account.activeRuleSet = 'marketing'
    await end()

    expect([own, account.activeRuleSet]).toEqual(['', 'marketing'])
  })

  test('makes no call of SES if no mail was received', async () => {
    await prepareReception(target, off, off, [])
    await endReception(target.region, target.stack, undefined)

    expect(account.calls).toEqual([])
  })
})
