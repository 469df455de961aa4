import type { ProblemStatus } from '../../src/platform/runtime/problem.ts'

/** What the areas are about, in the order of the reference. */
export const tags: Record<string, { name: string; description: string }> = {
  auth: { name: 'Authentication', description: 'Signing in and out; who the caller is.' },
  users: { name: 'Users', description: 'The people who have an account.' },
  assistants: { name: 'Assistants', description: 'AI assistants that people make, share and talk to.' },
  models: { name: 'Models', description: 'The language models that assistants can use.' },
  functions: { name: 'Functions', description: 'Operations of this API that assistants may call.' },
  chats: { name: 'Chats', description: 'Conversations between people and assistants.' },
  lms: {
    name: 'Learning',
    description:
      'Courses, their categories and lessons, who takes part in them, the calendar, and what the caller is notified of.',
  },
  wiki: { name: 'Wiki', description: 'Spaces of pages with their whole history.' },
  task: { name: 'Projects and tasks', description: 'Projects, their tasks and what is said about them.' },
  support: { name: 'Support', description: 'Tickets of the support desk and their messages.' },
  files: { name: 'Files', description: 'Files, uploaded to and downloaded from the object store directly.' },
  wopi: { name: 'WOPI', description: 'What an online document editor uses to open and save files.' },
  search: { name: 'Search', description: 'One search over everything that the caller may see.' },
  health: { name: 'Health', description: 'Whether the service answers.' },
}

/** The rules that hold for every operation, for whoever reads the reference. */
export const guide = `
Everything is JSON over HTTP below \`/api/v1\`. These rules hold for every operation.

## Signing in
\`POST /api/v1/auth/login\` answers an \`access_token\`; send it as \`Authorization: Bearer <access_token>\`.
It ends after its time, with the logout, with a new password, or when the account is deactivated.

## Names and values
Fields and enum values are in snake_case; ids are UUIDs; times are RFC 3339, answered in UTC with milliseconds;
dates are \`YYYY-MM-DD\`. What is missing is \`null\`, never left out of an answer. Answers may grow: ignore the fields
and enum values that you do not know. A field or query parameter that does not exist is refused with a 422 that names it.

A body is UTF-8 and at most 1 MiB, 16 KiB where no token is needed, unless the operation says otherwise; it has at most
50 000 values. No field may be named \`__proto__\`, and none named \`constructor\` may hold a \`prototype\`. Answers of
1 KiB and more are compressed for clients that accept \`br\` or \`gzip\`.

## Errors
Every error has the body \`{"detail": "…"}\`, one sentence that names what is wrong, and a stable code for machines in the
header \`X-Error-Code\`. What is absent and what the caller may not see are both a 404. A wrong method is a 405 with
\`Allow\`; \`HEAD\` answers as \`GET\` does, without the body. After a 429 or a 503, wait as many seconds as \`Retry-After\` says. Every answer has an \`X-Request-Id\`.

## Lists
\`{"items": […], "next_cursor": …}\`, with \`limit\` from 1 to 100 (50 unless given). Send \`next_cursor\` as \`cursor\` for
the next page, with the same filters. A page may be short, even empty: only \`null\` is the end. Items leave out what is
long, such as \`content\` and \`description\`. Search words (\`q\`, or \`search\`: they are one) must each begin a word of the
thing; case and accents do not matter.

## Changing things
A \`PUT\` merges by field: what is absent stays, \`null\` clears, objects and arrays are replaced whole. What can be changed
carries \`version\` and answers with it as \`ETag\`; send it back as \`If-Match\`, and a change that somebody made in between
is a 412 instead of being overwritten. What the service computes is accepted and ignored; a field that is settled when
a thing is made may be sent back as it stands, and is a 422 otherwise. A change that changes nothing leaves \`version\` alone.

## Trying again
Every \`POST\` that creates takes an \`Idempotency-Key\` of 1 to 255 characters. The same key with the same body gives the
same answer for 24 hours, with \`Idempotency-Replayed: true\`; with another body it is a 422.
`.trim()

/** The component that describes each status, where an operation has nothing of its own to say about it. */
export const responseNames: Record<string, string> = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

/** What an error of each status may say. */
export const details: Partial<Record<ProblemStatus, string>> = {
  400: 'The body must be a JSON object.',
  401: 'The access token is wrong, expired or annulled.',
  403: 'This needs the role admin.',
  404: 'There is no such user.',
  409: 'The request with this Idempotency-Key is still running.',
  412: 'The user is at version 4 by now, not 3.',
  415: 'The body must be JSON, with the content type application/json.',
  422: '"name" must not be empty.',
  429: 'There are too many requests; please try again in a moment.',
  500: 'Something went wrong on our side.',
  503: 'The service is busy; please try again in a moment.',
}

const text = (description: string, example: string, more: object = {}) => ({
  description,
  schema: { type: 'string', ...more },
  example,
})

/** Headers of answers. */
export const headers = {
  'X-Request-Id': text('Id of the request, the same as in our logs.', 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef'),
  'X-Error-Code': text('A stable code for what is wrong.', 'request.invalid'),
  ETag: text('The version of the thing.', '"3"'),
  Location: text(
    'Where the new thing is.',
    'https://example.com/api/v1/users/01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
    { format: 'uri' },
  ),
  'Retry-After': text('In how many seconds to try again.', '1'),
  'Idempotency-Replayed': text(
    '`true` when this is the answer of an earlier request with the same key.',
    'true',
  ),
  'WWW-Authenticate': text('The challenge of RFC 6750.', 'Bearer realm="api", error="invalid_token"'),
}

export type HeaderName = keyof typeof headers

/** Headers of requests. */
export const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Any text that is new for every thing to be made: a repetition then makes nothing twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that the change is based on, or `*`; a 412 when it is another by now.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` that is known already; a 304 when it is still the same.',
    schema: { type: 'string' },
  },
}
