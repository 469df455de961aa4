import { describe, expect, test } from 'vitest'
import { assistantFunctions } from '../../infra/openapi/functions.ts'
import document from '#generated/openapi.json' with { type: 'json' }
import { functions } from '../../src/functions/function.ts'
import type { Spec } from '../../src/platform/http/spec.ts'

type Effects = Record<string, Record<string, { operationId: string; 'x-effect'?: string }>>

const operations = Object.values(document.paths as unknown as Effects).flatMap((item) =>
  Object.entries(item).map(([method, { operationId, 'x-effect': effect }]) => ({
    method,
    operationId,
    effect,
  })),
)

const withEffect = (wanted: string) =>
  operations
    .filter(({ effect }) => effect === wanted)
    .map(({ operationId }) => operationId)
    .sort()

describe('x-effect', () => {
  test('exists for every operation', () => {
    const known = ['read', 'write', 'sharing', 'destructive', 'admin']

    expect(operations.filter(({ effect = '' }) => !known.includes(effect))).toEqual([])
  })

  test('equals "read" exactly for operations that only read', () => {
    const reading = operations.filter(({ method }) => method === 'get' || method === 'head')
    // the audit log, and addresses of webhooks, which may contain secrets of receivers
    const forAdmins = [
      'history_list_audit',
      'webhooks_list_deliveries',
      'webhooks_list_webhooks',
      'webhooks_read_webhook',
    ]
    const expected = reading.map(({ operationId }) => operationId).filter((id) => !forAdmins.includes(id))

    // texts that are too long for a URL, a secret that no log may contain, and the ticket of a preview
    const posted = [
      'files_render_markdown',
      'support_preview_macro',
      'support_read_linked_file',
      'support_read_linked_ticket',
      'support_suggest_solutions',
    ]
    expect(withEffect('read')).toEqual([...expected, ...posted].sort())
  })

  test('equals "admin" for operations about people or the whole platform', () => {
    expect(withEffect('admin')).toEqual([
      'auth_delete_identity',
      'groups_add_member',
      'groups_create_group',
      'groups_delete_group',
      'groups_remove_member',
      'groups_update_group',
      'history_list_audit',
      'scim_create_scim_group',
      'scim_create_scim_user',
      'scim_delete_scim_group',
      'scim_delete_scim_user',
      'scim_replace_scim_group',
      'scim_replace_scim_user',
      'scim_update_scim_group',
      'scim_update_scim_user',
      'support_update_policies',
      'users_create_user',
      'users_delete_user',
      'users_invite_user',
      'users_update_user',
      'webhooks_create_webhook',
      'webhooks_delete_webhook',
      'webhooks_list_deliveries',
      'webhooks_list_webhooks',
      'webhooks_read_webhook',
      'webhooks_redeliver_event',
      'webhooks_replace_secret',
      'webhooks_send_test_event',
      'webhooks_update_webhook',
    ])
  })

  test('equals "sharing" for operations that can grant permissions', () => {
    expect(withEffect('sharing')).toEqual([
      'assistants_create_assistant',
      'assistants_update_assistant',
      'chats_create_chat',
      'chats_create_message',
      'chats_update_chat',
      'files_update_file',
      'lms_create_assignment',
      'lms_create_course',
      'lms_update_course',
      'support_create_message',
      'task_create_project',
      'task_create_task',
      'task_update_project',
      'task_update_task',
      'wiki_create_space',
      'wiki_restore_revision',
      'wiki_update_page',
      'wiki_update_space',
    ])
  })

  test('equals "destructive" for deletions and for these other operations', () => {
    const deleting = operations.filter(({ method }) => method === 'delete')
    const deletions = deleting
      .map(({ operationId }) => operationId)
      .filter((id) => !/^(auth_delete_identity$|(groups|scim|users|webhooks)_)/.test(id))
    const others = [
      'chats_confirm_message',
      'chats_undo_message',
      'functions_invoke_function',
      'jobs_cancel_job',
      'lms_create_event_feed',
      'mcp_handle_message',
      'undo_create_undo_job',
      'undo_undo_change',
      'wopi_operate_file',
    ]

    expect(withEffect('destructive')).toEqual([...deletions, ...others].sort())
  })

  test('equals the effect of the function of the same name', () => {
    const effects = new Map(operations.map(({ operationId, effect }) => [operationId, effect]))

    expect(functions.map(({ name, effect }) => [name, effect])).toEqual(
      functions.map(({ name }) => [name, effects.get(name)]),
    )
  })
})

const offered = (spec: Partial<Spec>) =>
  assistantFunctions([
    {
      name: 'wiki-read-something',
      area: 'wiki',
      file: 'src/wiki/endpoints/read-something.ts',
      spec: { method: 'GET', path: '/wiki/something', summary: 'Read something', ...spec },
    },
  ]).map(({ name }) => name)

describe('an operation', () => {
  test('becomes a function only if its spec says so', () => {
    expect(offered({})).toEqual([])
    expect(offered({ isFunction: true })).toEqual(['wiki_read_something'])
  })

  test.each<[what: string, spec: Partial<Spec>]>([
    ['administers', { effect: 'admin' }],
    ['needs no token', { access: 'public' }],
    ['needs a session of the person', { requiresSession: true }],
    ['speaks a protocol of others', { rawProtocol: true }],
    ['is at the root', { atRoot: true }],
    ['answers no JSON', { produces: 'text/html' }],
  ])('cannot become a function if it %s', (_, spec) => {
    expect(() => offered({ ...spec, isFunction: true })).toThrow('wiki-read-something cannot be a function')
  })
})

test('Enrollment and progress are not personal: the author of the course sees their counts', () => {
  const personal = functions.filter(({ isPersonal }) => isPersonal).map(({ name }) => name)

  expect(personal.sort()).toEqual([
    'lms_read_all_notifications',
    'lms_subscribe_category',
    'lms_update_notification',
    'lms_update_preferences',
    'wiki_subscribe_page',
  ])
})
