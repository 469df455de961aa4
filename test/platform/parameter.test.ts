import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { localAws } from '../../infra/local/settings/variables.ts'
import { parameter } from '../../src/platform/aws/parameter.ts'

const put = (Name: string, Value: string) =>
  new SSMClient(localAws).send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }))

describe('parameter', () => {
  test('reads a parameter once per process', async () => {
    const name = `/test/${randomUUID()}`
    await put(name, 'first')

    const [one, other] = await Promise.all([parameter(name), parameter(name)])
    await put(name, 'second')

    expect([one, other, await parameter(name)]).toEqual(['first', 'first', 'first'])
  })

  test('throws 503 for an unreadable parameter, and tries again on the next call', async () => {
    const name = `/test/${randomUUID()}`

    await expect(parameter(name)).rejects.toMatchObject({ status: 503 })
    await put(name, 'there')

    expect(await parameter(name)).toBe('there')
  })
})
