import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readText } from '../../src/files/endpoints/read-text.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import { givenUpload, putBytes } from '../support/given-file.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const pages = {
  ja: { title: '防災訓練のお知らせ', content: '来月十日に避難経路を確認します。集合場所は駐車場です。' },
  zh: { title: '消防演习通知', content: '下月十日全体员工确认疏散路线，集合地点在停车场。' },
  ko: { title: '소방 훈련 안내', content: '다음 달 열흘에 대피로를 확인합니다. 집합 장소는 주차장입니다.' },
}
const handbook = readFileSync(new URL('../fixtures/documents/shain-handbook.pdf', import.meta.url))

let owner: SignedIn
const ids: Record<string, string> = {}

const find = async (q: string, types: string) => {
  const { body, text, status } = await call(searchEverything, { as: owner, query: { q, types } })
  expect(status, text).toBe(200)
  return body.items
}

const marked = ({ snippet, marks }: Awaited<ReturnType<typeof find>>[number]) =>
  marks.map(([from, to]) => snippet?.slice(from, to)).join('')

beforeAll(async () => {
  owner = await signedIn()
  const space = await givenSpace(owner)
  for (const [language, page] of Object.entries(pages))
    ids[language] = (await givenPage(owner, space, page)).id
  await settle()
})

describe('GET /search in text without spaces', () => {
  test.each([
    ['ja', '避難経路'],
    ['ja', '駐車場'],
    ['ja', '訓練'],
    ['zh', '疏散路线'],
    ['zh', '停车场'],
    ['zh', '演习'],
    ['ko', '대피로'],
    ['ko', '주차장'],
  ])('finds a word within a text: %s %s', async (language, word) => {
    const [first, ...others] = await find(word, 'wiki_page')

    expect(first).toMatchObject({ id: ids[language] })
    expect(others).toEqual([])
  })

  test.each(['会議室', '会议室', '회의실'])('does not find a word that a text lacks: %s', async (word) => {
    expect(await find(word, 'wiki_page')).toEqual([])
  })
})

describe('A Japanese PDF without an embedded font', () => {
  let id: string

  beforeAll(async () => {
    const { file, upload } = await givenUpload(owner, {
      name: 'shain-handbook.pdf',
      size: handbook.length,
      content_type: 'application/pdf',
    })
    await putBytes(upload, handbook)
    id = file.id
    await settle()
  })

  test('yields its text', async () => {
    const { text } = await call(readText, { as: owner, params: { id } })

    expect(text).toContain('# 年次有給休暇')
  })

  test('matches a word within a sentence, and marks it', async () => {
    const [first] = await find('申請書', 'file')

    expect(first).toMatchObject({ id })
    expect(first && marked(first)).toContain('申請書')
  })
})
