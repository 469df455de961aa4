import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { call } from '../support/call.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenGroup } from '../support/given-group.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { configureModels } from '../support/configured-models.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenAssistant } from './given.ts'

let owner: SignedIn
let editor: SignedIn
let admin: SignedIn

beforeAll(async () => {
  ;[owner, editor, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
})

const create = (as: SignedIn, fields: object) =>
  call(createAssistant, { as, body: { name: 'Helper', ...fields } })
const update = (as: SignedIn, { id }: { id: string }, body: object) =>
  call(updateAssistant, { as, params: { id }, body })

/** Configures models during a test, in addition to the embedded model. */
const configured = async (...models: object[]) => {
  const takeBack = await configureModels(
    ...models.map((model) => ({
      provider: 'openai-compatible',
      base_url: 'http://127.0.0.1:9',
      context_window: 50_000,
      ...model,
    })),
  )
  onTestFinished(takeBack)
}

const large = { id: 'large', name: 'Large', max_output_tokens: 9_000, is_default: true }
const small = { id: 'small', name: 'Small', max_output_tokens: 500 }
const shared = () => ({ visibility: 'shared', grants: [[editor, 'edit']] as [SignedIn, 'edit'][] })

describe('the model of an assistant', () => {
  test('defaults to the default model unless another existing one is named', async () => {
    await configured(large, small)

    const answers = [await create(owner, {}), await create(owner, { model_id: 'small' })]

    expect(answers.map(({ body }) => body.model_id)).toEqual(['large', 'small'])
  })

  test('limits the tokens, even if a different model is chosen', async () => {
    await configured(large, small)
    const model_parameters = { max_output_tokens: 501 }
    const assistant = await givenAssistant(owner, { model_parameters })

    const refused = [
      await create(owner, { model_id: 'small', model_parameters }),
      await update(owner, assistant, { model_id: 'small' }),
      await update(owner, assistant, { model_parameters: { max_output_tokens: 9_001 } }),
    ]
    const both = await update(owner, assistant, {
      model_id: 'small',
      model_parameters: { max_output_tokens: 500 },
    })

    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(refused.map(({ detail }) => detail)).toEqual([
      '"model_parameters.max_output_tokens" must be at most 500, the limit of the model.',
      '"model_parameters.max_output_tokens" must be at most 500, the limit of the model.',
      '"model_parameters.max_output_tokens" must be at most 9000, the limit of the model.',
    ])
    expect(both.status).toBe(200)
  })

  test('may belong to some groups if a member chooses it, and stays when others edit', async () => {
    const member = await signedIn()
    await configured(large, { ...small, groups: [(await givenGroup(member)).id] })
    const chosen = await givenAssistant(member, {
      model_id: 'small',
      ...shared(),
    })

    const refused = [
      await create(owner, { model_id: 'small' }),
      await update(owner, await givenAssistant(owner), { model_id: 'small' }),
      await update(editor, chosen, { model_parameters: { max_output_tokens: 501 } }),
    ]
    const unknown = await create(owner, { model_id: 'none' })
    const edited = await update(editor, chosen, { name: 'Renamed', model_id: 'small' })

    expect(refused.map(({ status, detail }) => [status, detail])).toEqual([
      [422, unknown.detail],
      [422, unknown.detail],
      [422, '"model_parameters.max_output_tokens" must be at most 500, the limit of the model.'],
    ])
    expect([edited.status, edited.body.model_id]).toEqual([200, 'small'])
  })

  test('stays when it is no longer configured, until another one is chosen', async () => {
    await configured(large, small)
    const assistant = await givenAssistant(owner, { model_parameters: { max_output_tokens: 8_000 } })
    await configured(small)

    const read = await call(readAssistant, { as: owner, params: { id: assistant.id } })
    const sentBack = await update(owner, assistant, { ...read.body, name: 'Renamed' })
    const more = await update(owner, assistant, { model_parameters: { max_output_tokens: 2_001 } })
    const other = await update(owner, assistant, { model_id: 'small', model_parameters: {} })
    const back = await update(owner, assistant, { model_id: 'large' })

    expect(read.body.model_id).toBe('large')
    expect([sentBack, more, other, back].map(({ status }) => status)).toEqual([200, 422, 200, 422])
    expect(sentBack.body).toMatchObject({ model_id: 'large', model_parameters: { max_output_tokens: 8_000 } })
    expect(back.detail).toMatch(/^"model_id" must be the ID of an existing model/)
  })
})

describe('the functions of an assistant', () => {
  test.each([
    [
      'that does not exist',
      ['wiki_list_spaces', 'wiki_read_minds'],
      '"functions[1]" must be the name of a function that the caller may call.',
    ],
    [
      'that is another role’s',
      ['lms_create_category'],
      '"functions[0]" must be the name of a function that the caller may call.',
    ],
    ['named twice', ['wiki_list_spaces', 'wiki_list_spaces'], '"functions" must not name a function twice.'],
  ])('cannot include a function %s', async (_, functions, detail) => {
    const assistant = await givenAssistant(owner)

    const answers = [await create(owner, { functions }), await update(owner, assistant, { functions })]

    expect(answers.map(({ status }) => status)).toEqual([422, 422])
    expect(answers.map(({ detail }) => detail)).toEqual([detail, detail])
  })

  test('may stay even if the editor could not choose them', async () => {
    const functions = ['lms_create_category', 'wiki_list_spaces']
    const assistant = await givenAssistant(admin, { functions, ...shared() })

    const kept = await update(editor, assistant, { functions: [...functions, 'wiki_read_page'] })
    const fewer = await update(editor, assistant, { functions: ['wiki_list_spaces'] })
    const again = await update(editor, assistant, { functions })

    expect([kept, fewer, again].map(({ status }) => status)).toEqual([200, 200, 422])
  })
})

/** Creates a resource of each kind that only `as` may read, and the same that everyone may read. */
const givenThings = async (as: SignedIn) => {
  const [hidden, open] = await Promise.all([givenSpace(as, { visibility: 'private' }), givenSpace(as)])
  const things = await Promise.all([
    givenPage(as, hidden),
    givenCourse(as, { status: 'draft' }),
    givenFile(as),
    givenPage(as, open),
    givenCourse(as),
    givenFile(as, { grants: [[editor, 'read']] }),
  ])
  const refs = (space: { id: string }, [page, course, file]: { id: string }[]) => [
    { type: 'wiki_space', id: space.id },
    { type: 'wiki_page', id: page?.id },
    { type: 'course', id: course?.id },
    { type: 'file', id: file?.id },
  ]
  return { hidden: refs(hidden, things.slice(0, 3)), open: refs(open, things.slice(3)) }
}

describe('the knowledge of an assistant', () => {
  test('may be any resource, of every kind, that the writer may read', async () => {
    const { hidden, open } = await givenThings(owner)

    const own = await create(owner, { knowledge: [...hidden, ...open] })
    const others = await create(editor, { knowledge: open })
    const refused = await Promise.all(hidden.map((ref) => create(editor, { knowledge: [...open, ref] })))
    const administrators = await create(admin, { knowledge: hidden })

    expect(own.body.knowledge).toEqual([...hidden, ...open])
    expect(others.body.knowledge).toEqual(open)
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect(refused[0]?.detail).toBe('"knowledge[4]" must name a resource that the caller may read.')
    expect(administrators.status).toBe(201)
  })

  test.each(['wiki_space', 'wiki_page', 'course', 'file'])(
    'cannot be a %s that does not exist',
    async (type) => {
      const answer = await create(owner, { knowledge: [{ type, id: randomUUID() }] })

      expect(answer.detail).toBe('"knowledge[0]" must name a resource that the caller may read.')
    },
  )

  test('cannot be a page that was deleted with its parent', async () => {
    const space = await givenSpace(owner)
    const root = await givenPage(owner, space)
    const page = await givenPage(owner, space, { under: root })
    await made(deletePage, { as: owner, params: { id: root.id }, query: { recursive: true } })

    const answer = await create(owner, { knowledge: [{ type: 'wiki_page', id: page.id }] })

    expect(answer.status).toBe(422)
  })

  test.each([
    ['of another kind', [{ type: 'task', id: randomUUID() }], /^"knowledge\[0\]\.type"/],
    ['without an id', [{ type: 'course', id: 'x' }], /^"knowledge\[0\]\.id"/],
    [
      'of more than 50',
      Array.from({ length: 51 }, () => ({ type: 'course', id: randomUUID() })),
      /^"knowledge" must/,
    ],
  ])('cannot be knowledge %s', async (_, knowledge, detail) => {
    const answer = await create(owner, { knowledge })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(detail)
  })

  test('rejects a resource that is named twice', async () => {
    const { open } = await givenThings(owner)

    const answer = await create(owner, { knowledge: [...open, open[0]] })

    expect(answer.detail).toBe('"knowledge" must not name a resource twice.')
  })

  test('may stay even if the editor may not read it', async () => {
    const { hidden, open } = await givenThings(owner)
    const assistant = await givenAssistant(owner, { knowledge: hidden, ...shared() })

    const kept = await update(editor, assistant, { knowledge: [...open, ...hidden.toReversed()] })
    const fewer = await update(editor, assistant, { knowledge: hidden.slice(1) })
    const again = await update(editor, assistant, { knowledge: hidden })

    expect([kept, fewer, again].map(({ status }) => status)).toEqual([200, 200, 422])
    expect(again.detail).toBe('"knowledge[0]" must name a resource that the caller may read.')
  })
})
