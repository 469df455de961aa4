import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { announceService, runningVariables, type Places } from '../../infra/local/running-services.ts'

let folder: string
let places: Places

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'services-'))
  places = { usual: join(folder, 'usual'), registry: join(folder, 'registry') }
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** A service of another process, which is killed at the end if it still runs. */
const givenService = async (name: string) => {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  const module = JSON.stringify(join(import.meta.dirname, '../../infra/local/running-services.ts'))
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

describe('The service that runs on this machine', () => {
  test('is the one in DATA_DIR, whatever else runs', async () => {
    const { dataDir } = await givenService('one')
    await givenService('usual')

    expect(runningVariables(dataDir, places)).toEqual({ NAME: 'one' })
  })

  test('is the one in the usual folder, if DATA_DIR is not set', async () => {
    await givenService('one')
    await givenService('usual')

    expect(runningVariables('', places)).toEqual({ NAME: 'usual' })
  })

  test('is else the only other one', async () => {
    const { kill } = await givenService('killed')
    await kill()
    await givenService('one')

    expect(runningVariables('', places)).toEqual({ NAME: 'one' })
    expect(readdirSync(places.registry)).toHaveLength(1)
  })

  test('is not guessed where there are several', async () => {
    const running = [await givenService('one'), await givenService('other')]

    const choose = () => runningVariables('', places)
    expect(choose).toThrow('Several services run on this machine. Choose one by its DATA_DIR:')
    for (const { dataDir } of running) expect(choose).toThrow(`\n  ${dataDir}`)
  })

  test('is unknown after it has ended, and the folders searched are named', () => {
    mkdirSync(places.usual)
    const withdraw = announceService(places.usual, { NAME: 'here' }, places)

    const before = runningVariables('', places)
    withdraw()

    expect(before).toEqual({ NAME: 'here' })
    expect(() => runningVariables('', places)).toThrow(`looked in:\n  ${places.usual}\n`)
    expect(readdirSync(places.registry)).toEqual([])
  })

  test('is not that of another folder than DATA_DIR', async () => {
    await givenService('one')
    const absent = join(folder, 'absent')

    expect(() => runningVariables(absent, places)).toThrow(`looked in:\n  ${absent}\nSet DATA_DIR`)
  })
})
