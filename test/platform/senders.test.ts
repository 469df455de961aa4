import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadWorkers } from '../../infra/generation/endpoints.ts'
import type { MessageKind } from '../../src/platform/events/message-kind.ts'
import { queueNames, queueSpec } from '../../src/platform/events/queues.ts'

const root = resolve(import.meta.dirname, '../..')
const sources = new Map(
  globSync('src/**/*.ts', { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

interface Declared {
  file: string
  symbol: string
  name: string
}

const isKind = (value: unknown): value is MessageKind =>
  typeof value === 'object' && value !== null && 'schema' in value && 'queue' in value && 'message' in value

const declaredKinds = async (): Promise<Declared[]> => {
  const declaring = [...sources].filter(([, text]) => /= message(Kind|With)\(/.test(text))
  const modules = declaring.map(async ([file]) => {
    const exported = Object.entries((await import(join(root, file))) as Record<string, unknown>)
    return exported.flatMap(([symbol, value]) => {
      const kinds = isKind(value) ? [value] : Object.values(value as object).filter(isKind)
      return kinds.map(({ name }) => ({ file, symbol, name }))
    })
  })
  return (await Promise.all(modules)).flat()
}

/** Kinds that AWS services send. */
const fromServices = queueNames.flatMap((queue) => {
  const { kindFromS3, kindFromSns } = queueSpec(queue)
  return [kindFromS3, kindFromSns].filter((kind) => kind !== undefined)
})

/** Returns the name under which a file imports a symbol; undefined if it does not. */
const importedName = (path: string, text: string, { file, symbol }: Declared): string | undefined =>
  [...text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)]
    .filter(([, , target = '']) => join(dirname(path), target) === file)
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' as ')))
    .find(([name]) => name === symbol)
    ?.at(-1)

/** Returns the kinds that nothing sends, apart from their own worker, which only continues its work. */
const withoutSender = (kinds: Declared[], files: ReadonlyMap<string, string>): string[] => {
  const isSender = (path: string, text: string, kind: Declared) => {
    const name = importedName(path, text, kind)
    const isWorker = new RegExp(String.raw`\b(?:worker|fanOut)\(\s*${name}\b`).test(text)
    return (
      name !== undefined &&
      !isWorker &&
      new RegExp(String.raw`\b${name}(?:\[[^\]]*\])?\.message\(`).test(text)
    )
  }
  return kinds
    .filter((kind) => !fromServices.includes(kind.name))
    .filter((kind) => ![...files].some(([path, text]) => isSender(path, text, kind)))
    .map(({ name }) => name)
}

test('Every kind of message has a sender besides its own worker', async () => {
  const kinds = await declaredKinds()
  const handled = (await loadWorkers()).map(({ worker }) => worker.kind)

  expect(new Set(kinds.map(({ name }) => name))).toEqual(new Set(handled))
  expect(withoutSender(kinds, sources)).toEqual([])
})

test('A kind that only its worker sends, or that nothing sends, is named', () => {
  const imported = "import { kept, unused, looped as mine } from '../queues.ts'\n"
  const files = new Map([
    ['src/area/workers/loop.ts', `${imported}worker(mine, {}, async () => mine.message({}))`],
    ['src/area/endpoints/send.ts', `${imported}kept.message({})`],
  ])
  const kinds = ['kept', 'unused', 'looped'].map((symbol) => ({
    file: 'src/area/queues.ts',
    symbol,
    name: symbol,
  }))

  expect(withoutSender(kinds, files)).toEqual(['unused', 'looped'])
})
