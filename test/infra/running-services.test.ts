import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { announceService, runningVariables, type Places } from '../../infra/local/machine/running-services.ts'

let folder: string
let places: Places

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'services-'))
  places = { usual: join(folder, 'usual'), registry: join(folder, 'registry') }
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** Starts a service in another process, which is killed at the end if it still runs. */
const givenService = async (name: string) => {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  const module = JSON.stringify(join(import.meta.dirname, '../../infra/local/machine/running-services.ts'))
  const announced = [dataDir, { NAME: name }, places].map((value) => JSON.stringify(value)).join(', ')
  const script = `import { announceService } from ${module}
    announceService(${announced})
    process.stdout.write('announced')
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  await once(child.stdout, 'data')
  return { dataDir, kill }
}

describe('finding the service on this machine', () => {
  test('prefers the service in DATA_DIR', async () => {
    const { dataDir } = await givenService('one')
    await givenService('usual')

    expect(runningVariables(dataDir, places)).toEqual({ NAME: 'one' })
  })

  test('prefers the service in the usual folder if DATA_DIR is not set', async () => {
    await givenService('one')
    await givenService('usual')

    expect(runningVariables('', places)).toEqual({ NAME: 'usual' })
  })

  test('finds the only other service otherwise', async () => {
    const { kill } = await givenService('killed')
    await kill()
    await givenService('one')

    expect(runningVariables('', places)).toEqual({ NAME: 'one' })
    expect(readdirSync(places.registry)).toHaveLength(1)
  })

  test('throws if there are several candidates', async () => {
    const running = [await givenService('one'), await givenService('other')]

    const choose = () => runningVariables('', places)
    expect(choose).toThrow('Several services run on this machine. Choose one by its DATA_DIR:')
    for (const { dataDir } of running) expect(choose).toThrow(`\n  ${dataDir}`)
  })

  test('throws after the service has ended, and names the searched folders', () => {
    mkdirSync(places.usual)
    const withdraw = announceService(places.usual, { NAME: 'here' }, places)

    const before = runningVariables('', places)
    withdraw()

    expect(before).toEqual({ NAME: 'here' })
    expect(() => runningVariables('', places)).toThrow(`Searched data folders:\n  ${places.usual}\n`)
    expect(readdirSync(places.registry)).toEqual([])
  })

  test('ignores services outside DATA_DIR if it is set', async () => {
    await givenService('one')
    const absent = join(folder, 'absent')

    expect(() => runningVariables(absent, places)).toThrow(
      `Searched data folders:\n  ${absent}\nSet DATA_DIR`,
    )
  })
})
